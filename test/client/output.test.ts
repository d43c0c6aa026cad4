/** The output of the command line on a disk that is full for a moment. */
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createZone } from '../../src/addon/question/zone.js';
import { createOutput } from '../../src/client/cli/output.js';
import { useTempFolder } from '../support/temp-folder.js';

const folder = useTempFolder();

test('a JSON list gets no end after a write that has failed', async () => {
  const file = path.join(folder, 'list.json');
  const fd = fs.openSync(file, 'w');
  const out = Object.assign(new PassThrough(), { fd });
  const list = createOutput({ out, err: new PassThrough() }, createZone('UTC'), false).list();
  await list.add([{ id: 'a' }]);
  const before = fs.readFileSync(file, 'utf8');
  const { writeSync } = fs;
  const write = jest
    .spyOn(fs, 'writeSync')
    .mockImplementationOnce((to) => writeSync(to, ',\n '))
    .mockImplementationOnce(() => {
      throw new Error('ENOSPC');
    });
  await expect(list.add([{ id: 'b' }])).rejects.toThrow('ENOSPC');
  write.mockRestore();
  await list.end();
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  fs.closeSync(fd);
});
