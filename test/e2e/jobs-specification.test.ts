/** Jobs, the receiver and charts, over a service that has only the specification. */
import { describeJobs } from './jobs-walk.js';

process.env['EXTRAS'] = 'none';
describeJobs('jobs, over a service that has only the specification');
