import { isDeep } from '../../support/depth.ts';
import { startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import { combineProfiles, type ForeignProfile } from '../../support/foreign-api/profile.ts';
import { isRecord } from '../../support/foreign-api/walk.ts';

/** Page size that gives a small brokerage many pages of each kind of records. */
const pageSizeMax = isDeep ? 40 : 100;

const shortPages: ForeignProfile = {
  name: 'gives short pages',
  removes: [],
  changeRequest({ body }) {
    if (!isRecord(body) || !Number.isFinite(body['pageSize'])) return body;
    return { ...body, pageSize: Math.min(Number(body['pageSize']), pageSizeMax) };
  },
};

/** Our own service. */
export const ownProfile: ForeignProfile = { name: 'our own service', removes: [], comparesRecords: true };

/** Starts a desk whose copy reads as many pages of the past as the test allows. */
export async function startFillingDesk(profile: ForeignProfile) {
  const pages = { read: 0, allowed: 0 };
  const desk = await startForeignDesk(combineProfiles(profile.name, [profile, shortPages]), {
    seed: 'few',
    mayReadPast() {
      if (pages.read >= pages.allowed) return false;
      pages.read += 1;
      return true;
    },
  });
  return {
    desk,
    /** Returns how many pages of the past were read. */
    countPages: () => pages.read,
    async fillUpTo(count: number): Promise<void> {
      pages.allowed = count;
      await desk.fillCopy();
    },
  };
}
