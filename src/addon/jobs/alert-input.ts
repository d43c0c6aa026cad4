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

/** The page sends no other list. @throws BAD_INPUT, which names the hosts where an address is not at one of its destination's */
export function alertsIn(value: unknown): AlertInput[] {
  if (!isList(value) || value.length > MAX_ALERTS || !value.every(isComplete)) {
    throw errors.badJob('list of alerts');
  }
  return value.map((alert) => {
    const { kind } = alert;
    const isMail = kind === 'mail';
    const address = isMail ? alert.address.trim() : alert.address && checkCallback(alert.address, 'alert');
    if (!isAtItsHost(kind, address))
      throw isMail ? errors.badJob('mail address') : errors.badDestination(ALERT_HOSTS[kind]);
    return { ...alert, address };
  });
}

function isComplete({ kind, minInvestment, currency, quietFrom, quietTo }: AlertInput): boolean {
  return (
    ownValue(ALERT_HOSTS, kind) !== undefined &&
    (minInvestment <= 0 || currency !== '') &&
    [quietFrom, quietTo].every((hour) => hour >= 0 && hour < 24)
  );
}
