export const noLettersSentence =
  'Letters are not set up (SMTP_URL and MAIL_FROM), so nobody can be told by one. Nothing was changed.';
