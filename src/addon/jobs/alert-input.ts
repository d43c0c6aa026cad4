/** Checks what the sidebar sends for the alerts of a job. */
import { type AlertInput, type AlertKind, MAX_ALERTS } from '../../contract/alerts.js';
import { listOf, objectOf } from '../../contract/json.js';
import { ownValue } from '../../contract/options.js';
import { checkCallback } from '../account/connection-input.js';
import { errors } from '../errors.js';

/** Where the addresses come from; those of Teams from workflows, before and after their move, and from connectors. */
const HOSTS: Readonly<Record<AlertKind, string>> = {
  slack: 'hooks.slack.com',
  chat: 'chat.googleapis.com',
  teams: 'logic.azure.com, powerplatform.com, webhook.office.com',
  webhook: '',
};

const isList = listOf(
  objectOf<AlertInput>({
    id: 'string?',
    kind: 'string',
    address: 'string',
    types: 'list',
    minJobs: 'number',
    minInvestment: 'number',
    currency: 'string',
    quietFrom: 'number',
    quietTo: 'number',
  }),
);

/** @throws BAD_INPUT naming the field */
export function alertsIn(value: unknown): AlertInput[] {
  if (!isList(value) || value.length > MAX_ALERTS) throw errors.badJob('list of alerts');
  return value.map((alert) => {
    const { kind, address, minInvestment, currency, quietFrom, quietTo } = alert;
    const hosts = ownValue(HOSTS, kind);
    if (hosts === undefined) throw errors.badJob('kind of alert');
    if (minInvestment > 0 && currency === '') throw errors.badJob('currency of an alert');
    if ([quietFrom, quietTo].some((hour) => !(hour >= 0 && hour < 24))) throw errors.badJob('quiet hours');
    return { ...alert, address: address && checkDestination(kind, hosts, address) };
  });
}

/** http is for the machine itself only, where the sandbox has a stand-in for any of them. */
function checkDestination(kind: AlertKind, hosts: string, address: string): string {
  const text = checkCallback(address, 'alert');
  const [, host] = /^https:\/\/([^:/?]+)/.exec(text.toLowerCase()) ?? [];
  const isKnown = !host || hosts.split(', ').some((one) => one === '' || `.${host}`.endsWith(`.${one}`));
  if (!isKnown) throw errors.badDestination(kind, hosts);
  return text;
}
