import { type BindingPattern, type Comment, type ParamPattern, parseSync, type Program, Visitor } from 'oxc-parser';

/** A name, or the first word of a comment, with its position in the file. */
export interface Word {
  readonly text: string;
  readonly offset: number;
}

/** The words of one file that the rules on names and doc comments measure. */
export interface FileWords {
  /** Variables, parameters and destructured names. */
  readonly variables: readonly Word[];
  /** Function declarations, methods of classes, and variables that hold a function. */
  readonly functions: readonly Word[];
  /** Interfaces and type aliases. */
  readonly types: readonly Word[];
  /** First word of each doc comment. */
  readonly docComments: readonly Word[];
}

/** Reads the measured words of a TypeScript file. Throws if it does not parse. */
export function readFileWords(file: string, text: string): FileWords {
  const { program, comments, errors } = parseSync(file, text);
  // The rest of such a file would count as free of breaches.
  if (errors[0]) throw new Error(`${file} doesn't parse: ${errors[0].message}`);
  return { ...readNames(program), docComments: comments.flatMap(readFirstWord) };
}

function readNames(program: Program): Omit<FileWords, 'docComments'> {
  const variables: Word[] = [];
  const functions: Word[] = [];
  const types: Word[] = [];
  const addParameters = ({ params }: { readonly params: readonly ParamPattern[] }) => {
    variables.push(...params.flatMap(listParameterNames));
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
      (isFunction ? functions : variables).push(...listBoundNames(id));
    },
    FunctionDeclaration(node) {
      if (node.id) functions.push({ text: node.id.name, offset: node.id.start });
      addParameters(node);
    },
    FunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
    MethodDefinition({ key, kind }) {
      // Names of getters and setters are those of values.
      if (kind === 'method' && key.type === 'Identifier') functions.push({ text: key.name, offset: key.start });
    },
    PropertyDefinition({ key, value }) {
      if (value?.type === 'ArrowFunctionExpression' && key.type === 'Identifier')
        functions.push({ text: key.name, offset: key.start });
    },
    CatchClause({ param }) {
      if (param) variables.push(...listBoundNames(param));
    },
    TSInterfaceDeclaration({ id }) {
      types.push({ text: id.name, offset: id.start });
    },
    TSTypeAliasDeclaration({ id }) {
      types.push({ text: id.name, offset: id.start });
    },
  }).visit(program);
  return { variables, functions, types };
}

function listParameterNames(parameter: ParamPattern): readonly Word[] {
  if (parameter.type === 'TSParameterProperty') return listBoundNames(parameter.parameter);
  return parameter.type === 'RestElement' ? listBoundNames(parameter.argument) : listBoundNames(parameter);
}

function listBoundNames(pattern: BindingPattern): readonly Word[] {
  if (pattern.type === 'Identifier') return [{ text: pattern.name, offset: pattern.start }];
  if (pattern.type === 'AssignmentPattern') return listBoundNames(pattern.left);
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) =>
      listBoundNames(property.type === 'RestElement' ? property.argument : property.value),
    );
  return pattern.elements.flatMap((element) =>
    element === null ? [] : listBoundNames(element.type === 'RestElement' ? element.argument : element),
  );
}

/** Returns the first word of a doc comment, or an empty list for any other comment. */
function readFirstWord({ type, value, start }: Comment): readonly Word[] {
  if (type !== 'Block' || !value.startsWith('*')) return [];
  const firstWord = /[A-Za-z]+/.exec(value);
  return firstWord ? [{ text: firstWord[0], offset: start + '/*'.length + firstWord.index }] : [];
}
