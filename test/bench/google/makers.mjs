/** A service with a few expansions of any maker; one changes daily by the spreadsheet's clock. */
import http from 'node:http';

const DAY_MS = 86_400_000;
const RECORDS_OF_MAKER = 5;
/** Ten days before the machine's date. */
const FIRST_ANNOUNCED = Date.now() - 10 * DAY_MS;

/**
 * @param {{ delayMs?: number, now?: () => number, changing?: number }} [options] the delay of an answer; the
 *   spreadsheet's clock; the number of makers with a changing record, by default all
 * @returns {Promise<{ readonly connection: { baseUrl: string, apiKey: string }, readonly requests: number, now: () => number, stop(): void }>}
 */
export async function startMakers({ delayMs = 0, now = Date.now, changing = Number.POSITIVE_INFINITY } = {}) {
  const state = { requests: 0, now };
  const isChanging = (/** @type {string} */ maker) => Number(maker.split(' ')[1]) < changing;
  const server = http.createServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    state.requests += 1;
    const { companyName, dateType, startDate = '', endDate = '9999' } = JSON.parse(text);
    const records = Array.from({ length: RECORDS_OF_MAKER }, (_, index) =>
      recordOf(companyName[0], index, isChanging(companyName[0]) ? state.now() : undefined),
    ).filter(({ announcedDate, lastModified }) => {
      const day = dateType === 'LAST-MODIFIED' ? lastModified : announcedDate;
      return day >= startDate && day <= endDate;
    });
    setTimeout(() => {
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(records));
    }, delayMs);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return Object.assign(state, {
    connection: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key_0123456789' },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** The first record changes daily. @param {string} maker @param {number} index @param {number | undefined} now */
function recordOf(maker, index, now) {
  const changes = index === 0 && now !== undefined;
  const announced = new Date(FIRST_ANNOUNCED + index * DAY_MS).toISOString().slice(0, 10);
  return {
    id: `be-${maker}-${index}`,
    announcedDate: announced,
    lastModified: changes ? new Date(now - DAY_MS).toISOString().slice(0, 10) : announced,
    company: { name: maker, domain: `${maker.replaceAll(' ', '-')}.example` },
    title: `${maker} expands`,
    jobs: changes ? Math.floor(now / DAY_MS) : index,
  };
}
