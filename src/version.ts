import packageJson from '../package.json' with { type: 'json' };

export const version: string = packageJson.version;

export const description: string = packageJson.description;

/** Address of the project on the web; undefined until package.json has one. */
export const homepage: string | undefined = 'homepage' in packageJson ? String(packageJson.homepage) : undefined;
