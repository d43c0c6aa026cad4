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
    name: 'a digest of a text in UTF-8 is an array of signed bytes',
    source: 'gas-fakes',
    expected: [-88, 113, -56, 11, 33, 65, -120, -22],
    see: () => {
      const { DigestAlgorithm, Charset } = Utilities;
      return Utilities.computeDigest(DigestAlgorithm.SHA_256, '€🙂', Charset.UTF_8).slice(0, 8);
    },
  },
  {
    name: 'a signature of bytes is an array of signed bytes',
    source: 'gas-fakes',
    expected: [53, -75, -52, -25, -47, 86, -21, 14],
    see: () => {
      const [message, key] = ['this is my input', 'my key - use a stronger one'];
      const bytesOf = (text: string) => Utilities.newBlob(text).getBytes();
      return Utilities.computeHmacSha256Signature(bytesOf(message), bytesOf(key)).slice(0, 8);
    },
  },
  {
    name: 'a signature of texts takes each letter outside ASCII for a question mark',
    source: 'gas-fakes',
    expected: [-125, 73, -127, -128, -43, -39, 99, -10],
    see: () => Utilities.computeHmacSha256Signature('caf\u00e9', '\u20ac\ud83d\ude42').slice(0, 8),
  },
  {
    name: 'bytes that are decoded from base64 give the text back',
    source: 'gas-fakes',
    expected: 'foo is not bar+/=',
    see: () => {
      const encoded = Utilities.base64Encode('foo is not bar+/=');
      return Utilities.newBlob(Utilities.base64Decode(encoded)).getDataAsString();
    },
  },
  {
    name: 'gzip and ungzip give the text back',
    source: 'gas-fakes',
    expected: 'foo is not bar',
    see: () => Utilities.ungzip(Utilities.gzip(Utilities.newBlob('foo is not bar'))).getDataAsString(),
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
    name: 'ungzip refuses what is not packed',
    source: 'known',
    expected: /^Exception: /,
    see: () => thrownBy(() => Utilities.ungzip(blob())),
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
