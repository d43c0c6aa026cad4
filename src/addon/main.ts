/** The add-on on Google's services. */
import { createApp } from './app.js';
import { createGoogle } from './google/google.js';

export { answering } from './sidebar/api.js';

/** Created on each call: no service may be called while the script loads. */
export const createGoogleApp = () => createApp(createGoogle());
