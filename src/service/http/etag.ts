/** Digests of requests and answers: fingerprints that identify requests, and entity tags. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatasetName } from '../../contract/datasets.js';

const TAG_LENGTH = 22;

/** The fingerprint of a request: equal for equal fields, in any order. */
export function fingerprintOf(dataset: DatasetName, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([dataset, sorted]), 'base64url');
}

/** The entity tag of an answer: equal for equal texts, in any instance. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, TAG_LENGTH)}"`;
}

/** Answers a GET with JSON text, or with 304 if the client sends its tag. */
export function sendTagged({ headers }: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = etagOf(body);
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isNamed(headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** A proxy that compresses an answer makes its tag weak; a GET compares weakly, so W/ is ignored. */
function isNamed(header: string | undefined, etag: string): boolean {
  const named = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}
