/** Asks the person at the terminal. A prompt fails with `Interrupted` for Ctrl-C. */
import { createInterface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import { clientErrors } from '../errors.js';
import { Interrupted } from './exit-codes.js';

export interface TerminalPrompts {
  /** Asks for a key without showing it. @throws NO_KEY for Ctrl-D */
  prompt(question: string): Promise<string>;
  /** Ctrl-D is a no. */
  confirm(question: string): Promise<boolean>;
}

/** Undefined if nobody is at a terminal. */
export function findTerminal(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): TerminalPrompts | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return {
    prompt: (question) => readHidden(input, output, question),
    confirm: (question) =>
      new Promise((resolve, reject) => {
        const lines = createInterface({ input, output });
        lines.once('close', () => resolve(false));
        lines.once('SIGINT', () => {
          output.write('\n');
          reject(new Interrupted());
          lines.close();
        });
        lines.question(`${question} [y/N] `, (answer) => {
          resolve(/^y(es)?$/i.test(answer.trim()));
          lines.close();
        });
      }),
  };
}

function readHidden(input: NodeJS.ReadStream, output: NodeJS.WriteStream, question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
    // hides the input before it asks, so that typed-ahead characters stay hidden, too
    const lines = createInterface({ input, output: hidden, terminal: true });
    output.write(question);
    const end = (act: () => void) => {
      input.off('keypress', onKey);
      lines.off('close', refuse).close();
      output.write('\n');
      act();
    };
    const refuse = () => end(() => reject(clientErrors.noKey()));
    const onKey = (_text: string, { ctrl, name }: Key) => {
      if (ctrl && name === 'd') refuse();
    };
    input.on('keypress', onKey);
    lines.once('line', (typed) => end(() => resolve(typed.trim())));
    lines.once('SIGINT', () => end(() => reject(new Interrupted())));
    lines.once('close', refuse);
  });
}
