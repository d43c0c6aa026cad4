/** Google digests texts as US-ASCII by default: texts that differ only outside of it would become equal. */
import { useHost } from '../support/host.js';

const host = useHost({ stored: { properties: { script: { 'receiver-secret': '秘密-Größe-0123456789' } } } });

test.each([
  ['秘密-Größe-0123456789', 'BAD_INPUT'],
  ['機密-Größe-0123456789', 'BAD_KEY'],
  ['??-Gr??e-0123456789', 'BAD_KEY'],
])('the secret %s is answered with %s', async (secret, code) => {
  const event = { parameter: { secret }, postData: { contents: '{}' } };
  const { content } = (await host.run('doPost', [event], { mode: 'web-app' })) as { content: string };
  expect(JSON.parse(content)).toMatchObject({ ok: false, code });
});
