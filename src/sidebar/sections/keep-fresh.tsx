/** After an insert, offers a job that keeps all formulas fresh every morning; the section Jobs shows it later. */
import { useState } from 'preact/hooks';
import { Button, Link, Notice, Question } from '../controls/actions.js';
import { jobOfDraft, NEW_BUDGET, newJobDraft } from '../draft/job-draft.js';
import type { Done, Request } from '../page/action.js';
import { builder, freshOffer } from '../page/forms.js';
import { connection, keepFocus, separators, server, texts } from '../page/store.js';
import { firstRunLine } from './job-facts.js';
import { savedWithout } from './job-form.js';

const OFFER_ID = 'build-fresh';

/** Nothing if a job of any person already keeps formulas fresh, or if no key could pay for one. */
export function FreshOffer() {
  const isOffered = freshOffer.value === 'offered' && connection.value !== '';
  return (
    <>
      {isOffered && !server.value.jobs.some(({ refresh }) => refresh) && <Offer />}
      <Notice of={OFFER_ID} />
    </>
  );
}

/** The offered job with its work, its greatest cost and its first run. */
function Offer() {
  const { offer, offerText, yes, no, saved } = texts.fresh;
  // a retry after a failure saves the same job
  const [job] = useState(() =>
    newJobDraft({ state: server.value, draft: builder.value }, 'refresh', texts.jobs.newRefresh),
  );
  const save: Request = (client) => client.saveJob(jobOfDraft(job, separators()));
  const done: Done = ({ outcome }) => savedWithout(outcome?.kind === 'job' ? outcome.refusal : '') ?? saved;
  const decline = () => {
    freshOffer.value = 'declined';
    keepFocus('build-insert');
  };
  return (
    <Question text={`${offer} ${offerText({ most: NEW_BUDGET })} ${firstRunLine()}`}>
      <Button id={OFFER_ID} label={yes} request={save} done={done} />
      <Link id={`${OFFER_ID}-no`} label={no} onClick={decline} />
    </Question>
  );
}
