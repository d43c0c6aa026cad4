/** Countries whose states a map can show, with the codes that Google's charts call them by. */
export const REGIONS: Readonly<Record<string, string>> = {
  'United States': 'US',
  'United States of America': 'US',
  Australia: 'AU',
  Brazil: 'BR',
  Canada: 'CA',
  China: 'CN',
  France: 'FR',
  Germany: 'DE',
  India: 'IN',
  Japan: 'JP',
  Mexico: 'MX',
  'United Kingdom': 'GB',
};
