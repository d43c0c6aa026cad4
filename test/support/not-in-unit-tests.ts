/** Replaces, in unit tests, modules that start a process, a server, a thread or a browser. */
throw new Error(
  'A unit test starts no process, server, thread or browser: move it to test/bundle, test/service or test/e2e',
);
