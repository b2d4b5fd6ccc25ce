import sharp from 'sharp';

/** Makes a screenshot small: pages have few colors, so a palette shows them as they are. */
export const shrinkPng = (screenshot: Buffer): Promise<Buffer> =>
  sharp(screenshot).png({ palette: true, quality: 80, dither: 0, compressionLevel: 9, effort: 10 }).toBuffer();
