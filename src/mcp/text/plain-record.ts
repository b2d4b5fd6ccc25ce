export { isPlainRecord } from '../../domain/kit/plain-record.ts';
