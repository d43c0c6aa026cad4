/** MailApp with Google's limit, through a script. */
import { useHost } from '../../support/host.js';

const CODE = `
function send(count) { for (let i = 0; i < count; i += 1) MailApp.sendEmail('ann@acme.example', 's', 'b'); return MailApp.getRemainingDailyQuota(); }
`;

const host = useHost({ code: CODE });

test('each person can send a hundred mails a day', async () => {
  expect(await host.run('send', [99])).toBe(1);
  await expect(host.run('send', [2])).rejects.toThrow('too many times for one day: email');
  expect(await host.run('send', [0], { as: 'editor' })).toBe(100);
  host.clock.advance(86_400_001);
  expect(await host.run('send', [1])).toBe(99);
});
