export interface MailExplanation {
  /** What happened. */
  what: string;
  /** What to do about it. */
  advice: string;
}

const byItself = 'Letters are tried again by themselves.';

/** Explains the reason of a failed send to the operator. */
export function explainMailReason(reason: string): MailExplanation {
  const [, status, enhanced, stage] =
    /^the mail server answered (\d{3})(?: (\d\.\d+\.\d+))? to (.+)$/.exec(reason) ?? [];
  if (status !== undefined) return explainAnswer(Number(status), enhanced ?? '', stage ?? '');
  const [, code = ''] = /\(([A-Z\d_]+)\)$/.exec(reason) ?? [];
  if (reason.startsWith('TLS with the mail server failed')) return explainTls(code);
  if (reason.startsWith('the mail server was not reached')) return explainConnection(code);
  switch (reason) {
    case 'the mail server did not answer in time':
      return {
        what: 'The mail server was silent for too long; it may have taken the letter all the same.',
        advice: `Check host and port in SMTP_URL, and whether the firewall lets this machine out on that port. ${byItself}`,
      };
    case 'the mail server takes no login':
      return {
        what: 'SMTP_URL has a user name, and the mail server offers no way to log in with one.',
        advice:
          'Leave user name and password out of SMTP_URL if the server knows this machine by its address; or use the port that takes logins (465 with smtps://, 587 with smtp://).',
      };
    case 'the address is not one that mail can be sent to':
    case 'the mail server cannot take this address or this letter':
      return {
        what: 'The address cannot be written to through this mail server.',
        advice: 'Look at the application with "show", and write to the person in another way.',
      };
    default:
      return { what: 'The letter was not taken.', advice: byItself };
  }
}

function explainAnswer(status: number, enhanced: string, stage: string): MailExplanation {
  if (stage === 'the login' || [530, 534, 535, 538].includes(status)) {
    return {
      what:
        status < 500
          ? 'The mail server cannot check the login at the moment.'
          : 'The mail server refuses the user name or the password.',
      advice:
        status < 500
          ? byItself
          : 'Compare both with those of your provider; many want a password made for programs ("app password"). Percent-encode special characters in SMTP_URL. Then start the server again.',
    };
  }
  if (stage === 'STARTTLS') return explainTls('');
  if (status < 500) {
    return stage === 'the recipient'
      ? {
          what: 'The mail server asks to come back later, as many do with a sender that they do not know (greylisting).',
          advice: byItself,
        }
      : {
          what: 'The mail server cannot take the letter at the moment.',
          advice: `${byItself} If it lasts, ask the provider about limits, or set MAIL_MIN_INTERVAL_MS higher.`,
        };
  }
  switch (stage) {
    case 'the sender':
      return {
        what: 'The mail server refuses the address in MAIL_FROM.',
        advice: 'Set MAIL_FROM to an address that this account may send from, and start the server again.',
      };
    case 'the recipient':
      return enhanced.startsWith('5.7')
        ? {
            what: 'The mail server does not pass letters on to this address: its rules forbid it, or it passes nothing on without a login.',
            advice:
              'If it refuses every address, put user name and password into SMTP_URL, or ask the provider. Then "retry --parked".',
          }
        : {
            what: 'The mail server says that the address does not exist, or takes no mail.',
            advice:
              'Look at the application with "show"; write to the person in another way, or "retry" once the address works.',
          };
    case 'the letter':
      return {
        what: 'The mail server refuses the letter itself, most often as suspected spam or as too large.',
        advice:
          'Check SPF, DKIM and DMARC of the domain of MAIL_FROM (docs/operations.md). Then "retry --parked".',
      };
    default:
      return {
        what: 'The mail server does not talk to this machine.',
        advice:
          'Check host and port in SMTP_URL; ask the provider whether the address of this machine is blocked. Then "retry".',
      };
  }
}

function explainTls(code: string): MailExplanation {
  if (/HOSTNAME|ALTNAME/.test(code)) {
    return {
      what: 'The certificate of the mail server is for another name.',
      advice: 'Write the host in SMTP_URL as the provider gives it, not an alias or an address.',
    };
  }
  if (/EXPIRED|NOT_YET/.test(code)) {
    return {
      what: 'The certificate of the mail server is expired, or the clock of this machine is wrong.',
      advice: `Check the clock; then ask whoever runs the mail server to renew it. ${byItself}`,
    };
  }
  if (/CERT|^UNABLE_TO_/.test(code)) {
    return {
      what: 'The certificate of the mail server is not signed by an authority that this machine trusts.',
      advice:
        'With a mail server of your own, name its authority in NODE_EXTRA_CA_CERTS; otherwise check the host in SMTP_URL.',
    };
  }
  return {
    what: 'The connection could not be encrypted.',
    advice:
      'Use smtps:// with port 465, or smtp:// with port 587; a port that expects the other one fails like this. Without TLS nothing is sent.',
  };
}

function explainConnection(code: string): MailExplanation {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS') {
    return {
      what: 'The name of the mail server is not known to this machine.',
      advice: 'Check the host in SMTP_URL, and the DNS of this machine.',
    };
  }
  return {
    what:
      code === 'ECONNREFUSED'
        ? 'Nothing listens at this host and port.'
        : 'The connection to the mail server was not made, or was cut.',
    advice: `Check host and port in SMTP_URL (465 with smtps://, 587 with smtp://), and whether the firewall lets this machine out; many providers of servers block these ports. ${byItself}`,
  };
}
