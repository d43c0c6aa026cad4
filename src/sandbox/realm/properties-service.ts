/** PropertiesService. */
import type { Scope } from '../bridge/operations.js';
import { strict } from './not-emulated.js';
import { requireArgument, type ServiceContext, storeOpener } from './services.js';

type Properties = Pick<
  GoogleAppsScript.Properties.Properties,
  | 'deleteAllProperties'
  | 'deleteProperty'
  | 'getKeys'
  | 'getProperties'
  | 'getProperty'
  | 'setProperties'
  | 'setProperty'
>;

export function createPropertiesService(context: ServiceContext) {
  const { call, permissions } = context;
  const createProperties = (scope: Scope): Properties => {
    // in a custom function the user's store is the owner's, and it is read-only
    const write = (method: string) => {
      if (scope === 'user') permissions.write(method);
    };
    const properties: Properties = strict<Properties>('Properties', {
      getProperty(key) {
        requireArgument('key', key);
        return call('PropertiesService.getProperty', scope, String(key));
      },
      getProperties: () => call('PropertiesService.getProperties', scope),
      getKeys: () => Object.keys(call('PropertiesService.getProperties', scope)),
      setProperty(key, value) {
        write('setProperty');
        requireArgument('key', key);
        requireArgument('value', value);
        call('PropertiesService.setProperties', scope, { [String(key)]: String(value) }, false);
        return properties as GoogleAppsScript.Properties.Properties;
      },
      setProperties(values: Record<string, unknown>, deleteAllOthers: boolean = false) {
        write('setProperties');
        requireArgument('properties', values);
        const texts = Object.entries(values).map(([key, value]) => [key, String(value)]);
        call('PropertiesService.setProperties', scope, Object.fromEntries(texts), deleteAllOthers);
        return properties as GoogleAppsScript.Properties.Properties;
      },
      deleteProperty(key) {
        write('deleteProperty');
        requireArgument('key', key);
        call('PropertiesService.deleteProperty', scope, String(key));
        return properties as GoogleAppsScript.Properties.Properties;
      },
      deleteAllProperties() {
        write('deleteAllProperties');
        call('PropertiesService.deleteAllProperties', scope);
        return properties as GoogleAppsScript.Properties.Properties;
      },
    });
    return properties;
  };
  const open = storeOpener(context, 'PropertiesService', createProperties);
  return strict('PropertiesService', {
    getDocumentProperties: () => open('getDocumentProperties', 'document'),
    getScriptProperties: () => open('getScriptProperties', 'script'),
    getUserProperties: () => open('getUserProperties', 'user'),
  });
}
