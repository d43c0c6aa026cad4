/** Jobs, the receiver and charts in the spreadsheet's page. */
import { describeJobs } from './jobs-walk.js';

describeJobs('jobs in the sidebar');
