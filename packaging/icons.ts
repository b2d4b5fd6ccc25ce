import { readFileSync } from 'node:fs';

export const drawing = 'packaging/icons/waybill.svg';

/** The size that lists of bundles and servers ask for. */
export const largestIcon = 512;

/** Pixels of each side: a host picks the size that it shows. */
export const drawnSizes = [32, 64, 128, largestIcon] as const;

/** Returns the file of the icon in a size. */
export const getIconFile = (size: (typeof drawnSizes)[number]): string => `packaging/icons/waybill-${size}.png`;

export const serverIconsFile = 'src/mcp/server/icons.json';

/** Every client takes PNG, and most take SVG. */
const serverIconSize = 64;

/** Builds the icons that the server describes itself with: as data, since a host may have no network. */
export const buildServerIcons = () => [
  { src: toDataAddress('image/svg+xml', drawing), mimeType: 'image/svg+xml', sizes: ['any'] },
  {
    src: toDataAddress('image/png', getIconFile(serverIconSize)),
    mimeType: 'image/png',
    sizes: [`${serverIconSize}x${serverIconSize}`],
  },
];

const toDataAddress = (type: string, file: string): string =>
  `data:${type};base64,${readFileSync(file).toString('base64')}`;
