import { expect, test } from 'vitest';
import { findFileKind } from '../../../tools/documents/file-kinds.ts';
import { listFileWarnings } from '../../../tools/documents/file-warnings.ts';

const listWarnings = (fileName: string, bytes: Uint8Array) =>
  listFileWarnings({ fileName, contentType: 'application/octet-stream' }, bytes);
const encodeLatin = (text: string) => Buffer.from(text, 'latin1');

/** Builds the first entries of an archive, each empty. */
const buildZip = (...names: readonly string[]) =>
  encodeLatin(names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}`).join(''));
/** Builds the container of old Office files, with the names of its entries. */
const buildContainer = (...entries: readonly string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(8_000),
    ...entries.map((name) => Buffer.from(`${name}\0`, 'utf16le')),
  ]);
const buildAppleMedia = (brand: string, ...compatible: readonly string[]) =>
  encodeLatin(`\0\0\0\x18ftyp${brand}\0\0\0\0${compatible.join('')}${'\x07'.repeat(300)}`);

test.each([
  ['a rate table with the mark of Excel', 'rates.csv', Buffer.from('\uFEFFFunction Name,Rate\r\n')],
  ['a header that begins like code', 'functions.csv', encodeLatin('Function Name (short),Rate\r\nDispatch,10\r\n')],
  ['a letter to a broker', 'note.txt', encodeLatin('@Echo Global Logistics: please resend')],
  ['a training bill', 'note.txt', encodeLatin('PowerShell training, 2 days')],
  ['a job as XML', 'job.xml', encodeLatin('<Job id="1"><load>LD-1</load></Job>')],
  ['a header as XML', 'order.xml', encodeLatin('<?xml version="1.0"?>\n<Header><load>LD-1</load></Header>')],
  ['a carrier whose name begins like a program', 'rates.csv', encodeLatin('MZ Transport,1200\r\n')],
  ['a carrier whose name begins like a bitmap', 'rates.csv', encodeLatin('BMW Logistics,1200\r\n')],
  ['a list that begins like an archive', 'rates.csv', encodeLatin('MSCF,1200\r\n')],
  ['EDI', 'status.x12', encodeLatin('ISA\x1d00\x1d')],
  ['an e-mail', 'pod.eml', encodeLatin('From: dock@example.com\r\n\r\ngepr\xfcft\r\n')],
  ['a workbook', 'rates.xlsx', buildZip('[Content_Types].xml', 'xl/workbook.xml')],
  ['a workbook protected with a password', 'rates.xlsx', buildContainer('EncryptedPackage')],
  ['a workbook whose entries stand too far away', 'rates.xlsx', buildContainer()],
  ['an old workbook', 'rates.xls', buildContainer('Workbook')],
  ['a message', 'mail.msg', buildContainer('__nameid_version1.0')],
  ['a picture that is compatible with others', 'pod.heic', buildAppleMedia('abcd', 'mif1', 'heic')],
  ['a video', 'dock.mov', buildAppleMedia('qt  ')],
  ['a picture of the newest kind', 'pod.bmp', encodeLatin('BM\x01\0\0\0')],
])('%s is an ordinary file', (_what, fileName, bytes) => {
  expect(listWarnings(fileName, bytes)).toEqual([]);
});

test.each(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif'])(
  'a picture of the brand %s is an ordinary picture',
  (brand) => {
    expect(listWarnings('pod.heic', buildAppleMedia(brand))).toEqual([]);
    expect(findFileKind(buildAppleMedia(brand))?.isImage).toBe(true);
  },
);

test.each([
  ['a script', 'rates.csv', encodeLatin('function Run($a) {'), /Do not open it: the content is a script/],
  ['a script with its encoding', 'rates.csv', Buffer.from('\uFEFF@echo off', 'utf16le'), /Do not open it/],
  ['a script of Windows', 'rates.xml', encodeLatin('<job id="x">\n<script language="VBScript">'), /Do not open it/],
  [
    'a page behind a line of XML',
    'order.xml',
    encodeLatin('<?xml version="1.0"?>\n<svg onload="x">'),
    /Do not open it/,
  ],
  ['a page in UTF-16', 'order.txt', Buffer.from('\uFEFF<html><script>', 'utf16le'), /Do not open it/],
  [
    'a document called a workbook',
    'rates.xlsx',
    buildZip('[Content_Types].xml', 'word/document.xml'),
    /a Word document/,
  ],
  ['an old document called a new workbook', 'rates.xlsx', buildContainer('WordDocument'), /an old Word document/],
  ['an old workbook with macros', 'rates.xls', buildContainer('Workbook', '_VBA_PROJECT'), /Careful: it holds macros/],
  ['a video called a picture', 'pod.heic', buildAppleMedia('isom', 'mp42'), /its content is a video/],
  [
    'a program called a list',
    'rates.csv',
    encodeLatin('MZ\x90\0\x03\0'),
    /Do not open it: the content is a Windows program/,
  ],
  ['a picture called EDI', 'status.x12', encodeLatin('\xff\xd8\xff\xe0'), /Disguised or damaged: its name says x12/],
  ['noise called a text', 'status.edi', encodeLatin('\x00\x01\x02'), /its content is of an unknown type/],
])('%s is warned of', (_what, fileName, bytes, warning) => {
  expect(listWarnings(fileName, bytes).join(' ')).toMatch(warning);
});

test('an old Office file is recognized by the names of its entries', () => {
  expect(findFileKind(buildContainer('EncryptedPackage'))?.words).toBe('an Office file protected with a password');
  expect(findFileKind(buildContainer())?.words).toBe('an Office file, in an old format or protected with a password');
});
