/** google.script.run of a script's page, with a stand-in for the page around it. */

test('ten calls of a page run at once, and the next one starts when one of them has ended', () => {
  const frame: { google?: { script: { run: { work(number: number): void } } } } = {};
  const requests: { readonly id: number; readonly args: readonly unknown[] }[] = [];
  const parent = { postMessage: (request: (typeof requests)[number]) => requests.push(request) };
  let receive: (event: object) => void = () => undefined;
  Object.assign(globalThis, {
    window: frame,
    parent,
    document: { currentScript: { dataset: { callable: 'work' } } },
    addEventListener(type: string, listener: typeof receive) {
      if (type === 'message') receive = listener;
    },
  });
  require('../../../src/sandbox/page/google-script.js');

  for (let number = 1; number <= 12; number++) frame.google?.script.run.work(number);
  const sent = () => requests.map(({ args }) => args[0]);
  expect(sent()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  receive({ source: parent, data: { type: 'ran', id: requests[4]?.id } });
  expect(sent()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
