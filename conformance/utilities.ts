/** Utilities: base64, blobs, gzip and identifiers. */
import { type Rule, thrownBy } from './rule.js';

const TEXT = 'Grüße, 世界';
const blob = () => Utilities.newBlob('some text');

export const utilityRules: readonly Rule[] = [
  {
    name: 'base64 of a text is that of its bytes',
    source: 'gas-fakes',
    expected: ['c29tZSB0ZXh0', 'c29tZSB0ZXh0'],
    see: () => [Utilities.base64Encode('some text'), Utilities.base64Encode(blob().getBytes())],
  },
  {
    name: 'base64 is decoded to signed bytes',
    source: 'docs',
    expected: [-5, -1],
    see: () => Utilities.base64Decode('+/8='),
  },
  {
    name: 'a text that is no base64 is refused',
    source: 'known',
    expected: 'Exception: Could not decode string.',
    see: () => thrownBy(() => Utilities.base64Decode('###')),
  },
  {
    name: 'a blob of a text has no name and is plain text',
    source: 'gas-fakes',
    expected: [null, 'text/plain'],
    see: () => [blob().getName(), blob().getContentType()],
  },
  {
    name: 'a blob gives its text back, in UTF-8',
    source: 'docs',
    expected: TEXT,
    see: () => Utilities.newBlob(TEXT).getDataAsString(),
  },
  {
    name: 'the bytes of a blob are signed',
    source: 'docs',
    expected: [97, -61, -68],
    see: () => Utilities.newBlob('aü').getBytes(),
  },
  {
    name: 'a blob of bytes has the given type and name',
    source: 'gas-fakes',
    expected: ['text/plain', 'a.txt', 'some text'],
    see: () => {
      const made = Utilities.newBlob(blob().getBytes(), 'text/plain', 'a.txt');
      return [made.getContentType(), made.getName(), made.getDataAsString()];
    },
  },
  {
    name: 'setName and setContentType give the blob',
    source: 'docs',
    expected: ['b.csv', 'text/csv'],
    see: () => {
      const made = blob().setName('b.csv').setContentType('text/csv');
      return [made.getName(), made.getContentType()];
    },
  },
  {
    name: 'gzip names its blob and its type',
    source: 'gas-fakes',
    expected: ['archive.gz', 'application/x-gzip'],
    see: () => {
      const packed = Utilities.gzip(blob());
      return [packed.getName(), packed.getContentType()];
    },
  },
  {
    name: 'gzip takes a name',
    source: 'gas-fakes',
    expected: 'named',
    see: () => Utilities.gzip(blob(), 'named').getName(),
  },
  {
    name: 'ungzip gives what was packed, without a type',
    source: 'gas-fakes',
    expected: ['some text', null],
    see: () => {
      const unpacked = Utilities.ungzip(Utilities.gzip(blob()));
      return [unpacked.getDataAsString(), unpacked.getContentType()];
    },
  },
  {
    name: 'ungzip takes .gz from the name',
    source: 'gas-fakes',
    expected: ['archive', 'named'],
    see: () => [
      Utilities.ungzip(Utilities.gzip(blob())).getName(),
      Utilities.ungzip(Utilities.gzip(blob(), 'named')).getName(),
    ],
  },
  {
    name: 'ungzip refuses what is not packed',
    source: 'known',
    expected: /^Exception: /,
    see: () => thrownBy(() => Utilities.ungzip(blob().setContentType('application/x-gzip'))),
  },
  {
    name: 'gzip makes a repeating text small',
    source: 'platform',
    expected: true,
    see: () => Utilities.gzip(Utilities.newBlob('0123456789'.repeat(1000))).getBytes().length < 500,
  },
  {
    name: 'an identifier is a random UUID',
    source: 'docs',
    expected: true,
    see: () =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(Utilities.getUuid()),
  },
  {
    name: 'identifiers differ',
    source: 'docs',
    expected: true,
    see: () => new Set([Utilities.getUuid(), Utilities.getUuid()]).size === 2,
  },
  {
    name: 'sleep takes the time that it is given',
    source: 'docs',
    expected: true,
    see: () => {
      const start = Date.now();
      Utilities.sleep(50);
      // a clock may round
      return Date.now() - start >= 49;
    },
  },
];
