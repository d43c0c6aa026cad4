/** Countries whose states a map can show, with their codes in Google's charts. */
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
