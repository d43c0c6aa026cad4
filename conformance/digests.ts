/** Digests and signatures of Utilities: their bytes, the character set without one, and which arguments go together. */
import { type Rule, thrownBy } from './rule.js';

/** Letters that US-ASCII lacks: there, each is a question mark. */
const FOREIGN = '€🙂';
const PLAIN = 'input to hash';
/** How each digest begins: of FOREIGN in UTF-8, of FOREIGN in US-ASCII, of PLAIN. */
const DIGESTS = {
  MD5: ['b9592a9d23c1cdae', 'ea03fcb8c47822bc', 'f0ec9040ced18a66'],
  SHA_1: ['eddbc9d52510e14d', '16c8f8ac7b57bd5b', 'a2a07557549cbe62'],
  SHA_256: ['a871c80b214188ea', 'e270aeb347f21655', '36b8bac0174eaa39'],
  SHA_384: ['a5dab0f49394aec0', '564113b6bd424a12', '55ddd7a78f2b7593'],
  SHA_512: ['3f9af4884f196e15', 'ba9d649173d7ffc9', '0b517427d7c0c379'],
} as const;

const MESSAGE = 'this is my input';
const KEY = 'my key - use a stronger one';
const FOREIGN_MESSAGE = 'café';

const MISMATCH = /The parameters \(.*\) don't match/;
const UNCONVERTIBLE = /Cannot convert /;

/** The first eight bytes. */
function beginningOf(bytes: readonly number[]): string {
  return bytes
    .slice(0, 8)
    .map((byte) => `0${(byte & 255).toString(16)}`.slice(-2))
    .join('');
}

const bytesOf = (text: string): number[] => Utilities.newBlob(text).getBytes();
/** Texts where bytes belong. */
const noBytes = (): number[] => bytesOf(PLAIN).map((byte) => `${byte}bad`) as unknown as number[];

const sha256 = (...args: readonly unknown[]): string =>
  beginningOf((Utilities.computeHmacSha256Signature as (...given: unknown[]) => number[])(...args));
const digest = (...args: readonly unknown[]): number[] =>
  (Utilities.computeDigest as (...given: unknown[]) => number[])(...args);

const DIGEST_RULES: readonly Rule[] = Object.entries(DIGESTS).flatMap(
  ([name, [utf8, ascii, plain]]): Rule[] => {
    const algorithm = () => Utilities.DigestAlgorithm[name as keyof typeof DIGESTS];
    return [
      {
        name: `${name} of a text in UTF-8`,
        source: 'gas-fakes',
        expected: utf8,
        see: () => beginningOf(digest(algorithm(), FOREIGN, Utilities.Charset.UTF_8)),
      },
      {
        name: `${name} of a text in US_ASCII`,
        source: 'gas-fakes',
        expected: [ascii, plain],
        see: () =>
          [FOREIGN, PLAIN].map((text) => beginningOf(digest(algorithm(), text, Utilities.Charset.US_ASCII))),
      },
      {
        name: `${name} of a text without a character set is in US_ASCII`,
        source: 'gas-fakes',
        expected: ascii,
        see: () => beginningOf(digest(algorithm(), FOREIGN)),
      },
      {
        name: `${name} of bytes`,
        source: 'gas-fakes',
        expected: [utf8, plain],
        see: () => [FOREIGN, PLAIN].map((text) => beginningOf(digest(algorithm(), bytesOf(text)))),
      },
    ];
  },
);

const SIGNATURE_RULES: readonly Rule[] = [
  {
    name: 'a digest is an array of signed bytes',
    source: 'docs',
    expected: [-16, -20, -112, 64],
    see: () => digest(Utilities.DigestAlgorithm.MD5, PLAIN).slice(0, 4),
  },
  {
    name: 'a signature of texts',
    source: 'gas-fakes',
    expected: '35b5cce7d156eb0e',
    see: () => sha256(MESSAGE, KEY),
  },
  {
    name: 'a signature of bytes',
    source: 'gas-fakes',
    expected: '35b5cce7d156eb0e',
    see: () => sha256(bytesOf(MESSAGE), bytesOf(KEY)),
  },
  {
    name: 'a signature of texts in UTF-8',
    source: 'gas-fakes',
    expected: '4cf02363806aeaef',
    see: () => sha256(FOREIGN_MESSAGE, FOREIGN, Utilities.Charset.UTF_8),
  },
  {
    name: 'a signature of texts in US_ASCII',
    source: 'gas-fakes',
    expected: '83498180d5d963f6',
    see: () => sha256(FOREIGN_MESSAGE, FOREIGN, Utilities.Charset.US_ASCII),
  },
  {
    name: 'a signature of texts without a character set is in US_ASCII',
    source: 'gas-fakes',
    expected: ['83498180d5d963f6', '94fed2ac44fc3c97', '0dc884d062b6cf38'],
    see: () => [sha256(FOREIGN_MESSAGE, FOREIGN), sha256(FOREIGN_MESSAGE, KEY), sha256(MESSAGE, FOREIGN)],
  },
];

const REFUSED: readonly (readonly [name: string, pattern: RegExp, work: () => unknown])[] = [
  ['a signature with four arguments', MISMATCH, () => sha256(MESSAGE, KEY, Utilities.Charset.US_ASCII, 4)],
  ['a signature without a key', MISMATCH, () => sha256(MESSAGE)],
  ['a signature of bytes with a text as key', MISMATCH, () => sha256(bytesOf(MESSAGE), KEY)],
  ['a signature of a text with bytes as key', MISMATCH, () => sha256(MESSAGE, bytesOf(KEY))],
  [
    'a signature of bytes with a character set',
    MISMATCH,
    () => sha256(bytesOf(MESSAGE), bytesOf(KEY), Utilities.Charset.UTF_8),
  ],
  ['a signature in an unknown character set', MISMATCH, () => sha256(MESSAGE, KEY, 'fake')],
  ['a signature of texts in an array', UNCONVERTIBLE, () => sha256(noBytes(), bytesOf(KEY))],
  ['a signature with texts in an array as key', UNCONVERTIBLE, () => sha256(bytesOf(MESSAGE), noBytes())],
  [
    'a signature of texts in arrays, in a character set',
    MISMATCH,
    () => sha256(noBytes(), noBytes(), Utilities.Charset.UTF_8),
  ],
  [
    'a digest with four arguments',
    MISMATCH,
    () => digest(Utilities.DigestAlgorithm.MD5, PLAIN, Utilities.Charset.US_ASCII, 4),
  ],
  ['a digest without an algorithm', MISMATCH, () => digest(PLAIN)],
  [
    'a digest of bytes in a character set',
    MISMATCH,
    () => digest(Utilities.DigestAlgorithm.MD5, [0, 1, 2], Utilities.Charset.UTF_8),
  ],
  [
    'a digest in an unknown character set',
    MISMATCH,
    () => digest(Utilities.DigestAlgorithm.MD5, PLAIN, 'fake'),
  ],
  ['a digest by an unknown algorithm', MISMATCH, () => digest('fake', PLAIN, Utilities.Charset.US_ASCII)],
  ['a digest of texts in an array', UNCONVERTIBLE, () => digest(Utilities.DigestAlgorithm.MD5, noBytes())],
  [
    'a digest of texts in an array, in a character set',
    MISMATCH,
    () => digest(Utilities.DigestAlgorithm.MD5, noBytes(), Utilities.Charset.UTF_8),
  ],
];

/** Of computeDigest and the signatures. */
export const digestRules: readonly Rule[] = [
  ...DIGEST_RULES,
  ...SIGNATURE_RULES,
  ...REFUSED.map(
    ([name, expected, work]): Rule => ({
      name: `${name} is refused`,
      source: 'gas-fakes',
      expected,
      see: () => thrownBy(work),
    }),
  ),
];
