import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/server';

/**
 * Lets every filled-in form through: `getConfirmation` checks what a person answered. Without it the protocol library
 * makes a compiler of JSON Schema for each server, and over HTTP each request has a server of its own.
 */
export const formValidator: jsonSchemaValidator = {
  getValidator:
    <Content>(): JsonSchemaValidator<Content> =>
    // No code of this server reads the content by the type that the library gives it.
    (content) => ({ valid: true, data: content as Content, errorMessage: undefined }),
};
