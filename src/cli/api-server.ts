import { createServer, type RequestListener, type Server } from 'node:http';
import { uploadLifetimeMs } from '../domain/freight/document.ts';

/** A request may take as long as an upload address lives: Node's own limit would end an upload after five minutes. */
export const createApiServer = (answer: RequestListener): Server =>
  createServer({ requestTimeout: uploadLifetimeMs }, answer);
