/** Before the suites of the service: an empty database, made once. */
import { prepareData } from '../prepared-data.js';

export default (): Promise<void> => prepareData('empty');
