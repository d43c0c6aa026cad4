/** After an insert, offers a job that keeps all formulas fresh every morning; the section Jobs shows it later. */
import type { JobState } from '../../contract/jobs.js';
import { Button, Link, Notice, Question } from '../controls/actions.js';
import { isActive, type JobDraft, jobOfDraft, NEW_BUDGET, newJobDraft } from '../draft/job-draft.js';
import type { Done, Request } from '../page/action.js';
import { builder, freshOffer } from '../page/forms.js';
import { connection, keepFocus, separators, server, texts } from '../page/store.js';
import { firstRunLine } from './job-facts.js';
import { savedWithout } from './job-form.js';

const OFFER_ID = 'build-fresh';

/** The offered job, until it is saved: a retry after a failure saves the same one. */
let unsaved: JobDraft | undefined;

/** True for a refresh of the person, even a paused one, and for a colleague's that is on and for all formulas. */
function makesOfferNeedless(job: JobState): boolean {
  const { refresh, mine } = job;
  return refresh !== undefined && (mine || (isActive(job) && refresh.places.length === 0));
}

/**
 * The offered job with its work, its greatest cost and its first run. Nothing if a job already keeps all formulas
 * fresh or the person has a refresh, or if no key could pay for one.
 */
export function FreshOffer() {
  const { offer, offerText, yes, no, saved } = texts.fresh;
  const isOffered = freshOffer.value === 'offered' && connection.value !== '';
  const save: Request = (client) => {
    unsaved ??= newJobDraft(server.value, builder.value, 'refresh', texts.jobs.refreshName);
    return client.saveJob(jobOfDraft(unsaved, separators()));
  };
  const done: Done = ({ outcome }) => {
    unsaved = undefined;
    return savedWithout(outcome?.kind === 'job' ? outcome.refusal : '') ?? saved;
  };
  const decline = () => {
    freshOffer.value = 'declined';
    keepFocus('build-insert');
  };
  return (
    <>
      {isOffered && !server.value.jobs.some(makesOfferNeedless) && (
        <Question text={`${offer} ${offerText({ most: NEW_BUDGET })} ${firstRunLine()}`}>
          <Button id={OFFER_ID} label={yes} request={save} done={done} />
          <Link id={`${OFFER_ID}-no`} label={no} onClick={decline} />
        </Question>
      )}
      <Notice of={OFFER_ID} />
    </>
  );
}
