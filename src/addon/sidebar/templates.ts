/** A person's templates: formulas for spreadsheets of any locale, in the user properties. */

import { COMMA, type Separators, separatorsOf, translate } from '../../contract/formula.js';
import { asFields, objectOf, readJson, trimmed } from '../../contract/json.js';
import type { Template } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { asciiJson } from '../storage/text.js';

const PROPERTY = 'templates';
const MAX_NAME_CHARACTERS = 60;
/** The text is ASCII, so a character is a byte. A property holds up to 9 KB. */
const MAX_CHARACTERS = 8_000;

export function createTemplates(platform: Platform) {
  function write(templates: readonly Template[]): void {
    const text = asciiJson(templates);
    if (text.length > MAX_CHARACTERS) throw errors.storeFull('templates');
    platform.userProperties.set(PROPERTY, text);
  }

  return {
    /** Replaces a template of the same name. */
    save(template: unknown): void {
      const { name, formula } = asFields(template);
      const title = trimmed(name).replace(/\s+/g, ' ');
      const named = title !== '' && title.length <= MAX_NAME_CHARACTERS;
      if (!named || typeof formula !== 'string' || !formula.startsWith('=')) throw errors.badTemplate();
      const others = readStored(platform.userProperties).filter((other) => other.name !== title);
      const separators = separatorsOf(platform.spreadsheet.locale());
      write([...others, { name: title, formula: translate(formula, separators, COMMA) }]);
    },
    remove(name: unknown): void {
      write(readStored(platform.userProperties).filter((template) => template.name !== name));
    },
  };
}

/** Returns the templates in this spreadsheet's notation; none if the stored text is damaged. */
export function readTemplates(properties: Pick<Properties, 'get'>, separators: Separators): Template[] {
  return readStored(properties).map(({ name, formula }) => ({
    name,
    formula: translate(formula, COMMA, separators),
  }));
}

function readStored(properties: Pick<Properties, 'get'>): Template[] {
  return (readJson(properties.get(PROPERTY), Array.isArray) ?? []).filter(isTemplate);
}

const isTemplate = objectOf<Template>({ name: 'string', formula: 'string' });
