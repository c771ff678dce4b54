/** What the site writes to a visitor about her account. */

export type AccountMail = { subject: string; text: string };

/** The mail with the link of a forgotten password. */
export function resetMail(link: string, validMinutes: number): AccountMail {
  return {
    subject: "Choose a new password for Nguvu Fitness",
    text: `Hello,

somebody, most likely you, has forgotten the password of your account at
Nguvu Fitness. With this link you choose a new one. It works once, and for
${validMinutes} minutes:

${link}

If it wasn't you, there is nothing to do: your password stays as it is, and
nobody else has this link.

Nguvu Fitness
`,
  };
}

/** The notice after a password has changed, for whoever didn't do it. */
export function passwordChangedMail(forgottenPasswordPage: string): AccountMail {
  return {
    subject: "Your password at Nguvu Fitness has changed",
    text: `Hello,

the password of your account at Nguvu Fitness has just been changed, and the
other browsers that were signed in are signed out.

If it was you, there is nothing to do. If it wasn't, choose a new password at
once:

${forgottenPasswordPage}

Nguvu Fitness
`,
  };
}
