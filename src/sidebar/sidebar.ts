document.title = 'Signals';
