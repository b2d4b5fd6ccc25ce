/** The protocol library's parts that differ by platform, for the bundle: without its compiler of JSON Schema, a third of its size. */
import process from 'node:process';

export { process };

/** The validator of a server that brings none. Every server of this program brings its own. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('A server of the bundle has to be given its jsonSchemaValidator.');
  }
}
