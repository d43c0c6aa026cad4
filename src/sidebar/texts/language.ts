/** Chooses the texts by the person's locale. Another language needs a file and a line here. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { GetICUArgs } from '@schummar/icu-type-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type { English } from '../../../out/texts/texts.js';
import type { ErrorKey } from '../../contract/error-texts.js';
import de from './de.json';
import en from './en.json';

/** The build parses each message that has arguments. */
export interface Messages {
  readonly [name: string]: string | MessageFormatElement[] | Messages;
}

type FormatMessage = (given: Readonly<Record<string, string | number>>) => string;

/** The texts of the page. A message with arguments is a function of them. */
interface FormattedTexts {
  readonly [name: string]: string | FormatMessage | FormattedTexts;
}

type ArgumentsOf<Text extends string> = GetICUArgs<Text, { ICUArgument: string; ICUNumberArgument: number }>;

/** A text without arguments is a string, any other a function of them. */
type Typed<Text> = Text extends string
  ? keyof ArgumentsOf<Text> extends never
    ? string
    : (given: ArgumentsOf<Text>) => string
  : { readonly [Name in keyof Text]: Typed<Text[Name]> };

/** English takes the texts of options and of most errors from the contract; other languages add theirs. */
export type SidebarTexts = Omit<Typed<English>, 'options' | 'sentences'> & {
  readonly language: string;
  readonly options: Readonly<Partial<Record<string, { readonly name: string; readonly hint: string }>>>;
  readonly sentences: Readonly<Partial<Record<ErrorKey, string | FormatMessage>>>;
};

const LANGUAGES: Readonly<Record<string, Messages>> = { en, de };

/** @param locale such as de, de_AT or pt-BR. English replaces unknown languages and missing texts */
export function textsFor(locale: string, languages = LANGUAGES): SidebarTexts {
  const [wanted] = locale.toLowerCase().split(/[_-]/);
  const language = Object.keys(languages).find((name) => name === wanted) ?? 'en';
  const english = formatTexts(en, formatterFor('en', locale));
  const texts = formatTexts(languages[language] ?? {}, formatterFor(language, locale), english);
  return { ...texts, language } as unknown as SidebarTexts;
}

function formatTexts(
  messages: Messages,
  createFormatter: (message: MessageFormatElement[]) => FormatMessage,
  fallback: FormattedTexts = {},
): FormattedTexts {
  const own = Object.entries(messages).map(([name, message]): [string, FormattedTexts[string]] => {
    if (typeof message === 'string') return [name, message];
    if (Array.isArray(message)) return [name, createFormatter(message)];
    return [name, formatTexts(message, createFormatter, fallback[name] as FormattedTexts | undefined)];
  });
  return { ...fallback, ...Object.fromEntries(own) };
}

/** Plurals follow the language. Numbers follow the person's locale, which may have another language. */
function formatterFor(language: string, locale: string): (message: MessageFormatElement[]) => FormatMessage {
  const numbers = new Intl.NumberFormat(languageTag(locale));
  const formatters = {
    getNumberFormat: () => numbers,
    getPluralRules: (_: unknown, options?: Intl.PluralRulesOptions) =>
      new Intl.PluralRules(language, options),
    getDateTimeFormat: () => new Intl.DateTimeFormat(languageTag(locale)),
  };
  return (message) => (given) =>
    String(new IntlMessageFormat(message, language, undefined, { formatters }).format(given));
}

/** Returns the locale in the form that Intl needs; English for an invalid one. */
export function languageTag(locale: string): string {
  try {
    return new Intl.Locale(locale.replace(/_/g, '-')).toString();
  } catch {
    return 'en';
  }
}
