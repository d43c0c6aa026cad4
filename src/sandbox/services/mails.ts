/** The mails of scripts: the sandbox sends none, but tests can read them. */

interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export type Mails = ReturnType<typeof createMails>;

export function createMails() {
  const mails: SentMail[] = [];
  return {
    /** Returns all mails, oldest first. */
    sent: (): readonly SentMail[] => mails,
    add: (mail: SentMail) => void mails.push(mail),
  };
}
