/** Checks what the sidebar sends for the alerts of a job. */
import { ALERT_HOSTS, type AlertInput, isAtItsHost, MAX_ALERTS } from '../../contract/alerts.js';
import { listOf, objectOf } from '../../contract/json.js';
import { ownValue } from '../../contract/options.js';
import { checkCallback } from '../account/connection-input.js';
import { errors } from '../errors.js';

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
    const { kind, minInvestment, currency, quietFrom, quietTo } = alert;
    const hosts = ownValue(ALERT_HOSTS, kind);
    if (hosts === undefined) throw errors.badJob('kind of alert');
    if (minInvestment > 0 && currency === '') throw errors.badJob('currency of an alert');
    if ([quietFrom, quietTo].some((hour) => !(hour >= 0 && hour < 24))) throw errors.badJob('quiet hours');
    const address = alert.address && checkCallback(alert.address, 'alert');
    if (!isAtItsHost(kind, address)) throw errors.badDestination(kind, hosts);
    return { ...alert, address };
  });
}
