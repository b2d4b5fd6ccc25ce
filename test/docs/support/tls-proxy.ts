import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

export const hasCaddy = spawnSync('caddy', ['version']).status === 0;
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Creates a self-signed certificate for `localhost`. */
export function createCertificate(folder: string): Certificate {
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const forLocalhost = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...newKey, ...forLocalhost, '-days', '2', '-keyout', keyFile, '-out', certFile],
    {
      stdio: 'ignore',
    },
  );
  return { certFile, keyFile };
}

export interface ProxyOptions extends Certificate {
  /** The text of a Caddyfile with one site, at a name without a port. */
  readonly caddyfile: string;
  readonly port: number;
  readonly folder: string;
}

/** Starts the proxy of a Caddyfile on this machine: Caddy itself, or where it is missing a stand-in that reads the same file. */
export const startTlsProxy = (options: ProxyOptions): Promise<AsyncDisposable> =>
  hasCaddy ? startCaddy(options) : startStandIn(options);

async function startCaddy({ caddyfile, port, folder, certFile, keyFile }: ProxyOptions): Promise<AsyncDisposable> {
  const file = path.join(folder, 'Caddyfile');
  const site = caddyfile.replace(/^\S+ \{\n/, `https://localhost:${port} {\n\ttls ${certFile} ${keyFile}\n`);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}\n`);
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let logged = '';
  await new Promise<void>((resolve, reject) => {
    caddy.stderr.on('data', (chunk: Buffer) => {
      logged += chunk.toString();
      if (logged.includes('serving initial configuration')) resolve();
    });
    caddy.once('exit', () => reject(new Error(logged)));
  });
  return {
    async [Symbol.asyncDispose]() {
      caddy.kill();
      if (caddy.exitCode === null) await once(caddy, 'exit');
    },
  };
}

async function startStandIn({ caddyfile, port, certFile, keyFile }: ProxyOptions): Promise<AsyncDisposable> {
  const upstream = new URL(`http://${/reverse_proxy (\S+)/.exec(caddyfile)?.[1]}`);
  const hidden = /path (.+)/.exec(caddyfile)?.[1]?.split(' ') ?? [];
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    if (hidden.includes(url)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { hostname, port: upstreamPort } = upstream;
    const passed = request({ hostname, port: upstreamPort, method, headers, path: url }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
