/** Asks the person at the terminal whether to go on. */
import { createInterface } from 'node:readline';
import { Interrupted } from './exit-codes.js';

export type Confirm = (question: string) => Promise<boolean>;

/** Undefined where no one is there to answer. The promise fails with `Interrupted` for Ctrl-C; Ctrl-D is a no. */
export function createConfirm(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Confirm | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return (question) =>
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
    });
}
