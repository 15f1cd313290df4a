import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#test/program.ts';

export interface Postfix {
  port: number;
  /** What stands in the mailbox of everybody at example.com. */
  readMailbox(): string[];
  readLog(): string;
  stop(): void;
}

/** Owner of the mailbox: any user that is not root will do. */
const mailUserId = 65_534;

/**
 * Debian's Postfix with a configuration, queue and mailbox of its own; nothing of the system's Postfix is used
 * or changed. Offers TLS with this certificate, and takes mail for example.com except for gone@example.com.
 */
export async function startPostfix(certificate: { keyFile: string; certFile: string }): Promise<Postfix> {
  const home = mkdtempSync(join(tmpdir(), 'entree-postfix-'));
  chmodSync(home, 0o755);
  const [config, queue, data, mail] = ['config', 'queue', 'data', 'mail'].map((name) => join(home, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [config, queue, data, mail]) mkdirSync(folder);
  const postfixId = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }));
  chownSync(data, postfixId, postfixId);
  chownSync(mail, mailUserId, mailUserId);
  const port = await findFreePort();
  const log = join(home, 'log');
  writeFileSync(
    join(config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${log}
maillog_file_prefixes = ${home}
myhostname = mail.example.com
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = example.com
virtual_mailbox_base = ${mail}
virtual_mailbox_maps = regexp:${config}/mailboxes
virtual_minimum_uid = 100
virtual_uid_maps = static:${mailUserId}
virtual_gid_maps = static:${mailUserId}
smtpd_tls_key_file = ${certificate.keyFile}
smtpd_tls_cert_file = ${certificate.certFile}
smtpd_tls_security_level = may
default_transport = error:this server sends nothing anywhere
`,
  );
  writeFileSync(join(config, 'mailboxes'), '!/^gone@/ inbox/\n');
  const daemons = `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
  writeFileSync(join(config, 'master.cf'), daemons);
  execFileSync('postfix', ['-c', config, 'start'], { stdio: 'ignore' });
  const inbox = join(mail, 'inbox', 'new');
  return {
    port,
    readMailbox: () =>
      existsSync(inbox)
        ? readdirSync(inbox)
            .sort()
            .map((file) => readFileSync(join(inbox, file), 'utf8'))
        : [],
    readLog: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    stop() {
      execFileSync('postfix', ['-c', config, 'stop'], { stdio: 'ignore' });
      rmSync(home, { recursive: true, force: true });
    },
  };
}
