/** Creates the add-on with Google's services. */
import { createApp } from './app.js';
import { createGoogle } from './google/google.js';

export { returningErrors } from './sidebar/api.js';

/** Creates the add-on at each call, because no service may be called while the script loads. */
export const createGoogleApp = () => createApp(createGoogle());
