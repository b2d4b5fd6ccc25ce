import type { Log } from '../../log.ts';
import { ServiceLink } from './service-link.ts';

/** The thread in which the services of this process work. It ends with the last desk. */
export interface ServiceThread {
  /** Starts the thread ahead of its first desk, so that its code is loaded beside other work. */
  start(): void;
  /** Opens the service of a desk, with data that the thread understands. */
  openDesk(start: unknown): Promise<DeskService>;
}

/** The service of one desk. After a fault that ended the thread the next request starts it again. */
export interface DeskService {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a read of this process itself, which the limit of requests is not about. */
  readonly fetchUncounted: (request: Request) => Promise<Response>;
  /** Waits for the requests under way. */
  readonly close: () => Promise<void>;
}

export function createServiceThread(log: Log): ServiceThread {
  let running: ServiceLink | undefined;
  let deskCount = 0;
  let lastDesk = 0;
  const findLink = () => (running = running === undefined || running.isOver() ? new ServiceLink(log) : running);

  async function closeDesk(): Promise<void> {
    deskCount -= 1;
    if (deskCount > 0) return;
    const link = running;
    running = undefined;
    await link?.end();
  }

  return {
    start: () => void findLink(),
    async openDesk(start) {
      deskCount += 1;
      lastDesk += 1;
      const desk = createDesk(lastDesk, start, findLink);
      try {
        await desk.connect();
      } catch (error) {
        await closeDesk();
        throw error;
      }
      return {
        fetch: (request) => desk.fetch(request, true),
        fetchUncounted: (request) => desk.fetch(request, false),
        async close() {
          try {
            await desk.close();
          } finally {
            await closeDesk();
          }
        },
      };
    },
  };
}

interface OpenedDesk {
  readonly link: ServiceLink;
  readonly opening: Promise<void>;
}

function createDesk(desk: number, start: unknown, findLink: () => ServiceLink) {
  let opened: OpenedDesk | undefined;
  const underWay = new Set<Promise<Response>>();

  async function connect(): Promise<ServiceLink> {
    const link = findLink();
    if (opened?.link !== link) opened = { link, opening: link.openDesk(desk, start) };
    try {
      await opened.opening;
    } catch (error) {
      // What was in the way may be gone at the next request.
      opened = undefined;
      throw error;
    }
    return link;
  }

  const send = async (request: Request, isCounted: boolean) => (await connect()).fetch(request, { desk, isCounted });

  return {
    connect,
    async fetch(request: Request, isCounted: boolean): Promise<Response> {
      const answer = send(request, isCounted);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },
    async close(): Promise<void> {
      await Promise.allSettled(underWay);
      await opened?.link.closeDesk(desk);
    },
  };
}
