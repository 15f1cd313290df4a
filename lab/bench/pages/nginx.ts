import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '#test/program.ts';

export interface Nginx {
  port: number;
  /** Of the one worker, which does the answering. */
  pid: number;
  close(): Promise<void>;
}

const program = '/usr/sbin/nginx';

/**
 * Debian's nginx, one worker as Node is one, over the folder's precompressed files. Its package has no
 * brotli module, so the bytes that we send as brotli lie there under a name of their own.
 * @returns null when it is not installed
 */
export async function startNginx(headers: Record<string, string>, body: Buffer): Promise<Nginx | null> {
  if (!existsSync(program)) return null;
  const dir = await mkdtemp(path.join(tmpdir(), 'entree-nginx-'));
  const port = await findFreePort();
  await writeFile(path.join(dir, 'page'), body);
  const added = Object.entries(headers)
    .filter(([name]) => !['content-length', 'content-type', 'etag', 'accept-ranges', 'date'].includes(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
    .join('\n');
  await writeFile(
    path.join(dir, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  client_body_temp_path ${dir}; proxy_temp_path ${dir}; fastcgi_temp_path ${dir}; uwsgi_temp_path ${dir}; scgi_temp_path ${dir};
  server { listen 127.0.0.1:${port}; root ${dir}; default_type "text/html; charset=utf-8";
    location / { ${added} try_files /page =404; } }
}`,
  );
  const child = spawn(program, ['-p', dir, '-c', path.join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  for (let attempt = 0; ; attempt += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    if (attempt === 100) throw new Error('nginx did not answer within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    pid: await findWorker(child.pid ?? 0),
    async close() {
      child.kill('SIGQUIT');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function findWorker(master: number): Promise<number> {
  const children = await readFile(`/proc/${master}/task/${master}/children`, 'utf8').catch(() => '');
  return Number(children.trim().split(' ')[0]);
}
