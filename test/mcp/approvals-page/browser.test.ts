import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { browserTest, openVisitor, withoutBrowser } from '../../support/browser.ts';
import { isDeep } from '../../support/depth.ts';
import { type ServedApprovalsPage, servePage } from '../support/approvals-page.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

/** Asks for the deletion of one term, and returns the number of the approval. */
async function requestDeletion(desk: TermDesk, name: string): Promise<string> {
  const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm(name)] });
  return String(data.approval.id);
}

async function signIn(page: Page, served: ServedApprovalsPage, name?: string): Promise<void> {
  await page.goto(await served.link(name));
  await page.waitForURL('**/approvals');
}

const isHeadedBy = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 1, name: text }).waitFor();

const readStatus = (page: Page) => page.locator('article .status').innerText();

interface Focused {
  readonly name: string;
  readonly isOutlined: boolean;
  /** Enter leads elsewhere, as it should. */
  readonly isLink: boolean;
}

/** Reads the element that has the keyboard focus. */
const readFocused = (page: Page) =>
  page.evaluate<Focused>(`(() => {
    const node = document.activeElement;
    return {
      name: node.value?.trim() || node.id || node.textContent.trim().slice(0, 100),
      isOutlined: getComputedStyle(node).outlineStyle !== 'none',
      isLink: node.matches('a, button'),
    };
  })()`);

async function approve(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I have read the plan/ }).check();
  await page.getByRole('button', { name: 'Approve' }).click();
}

browserTest(
  `a link signs one person in, and whoever follows it again is refused${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    await using other = await openVisitor(browser);
    const link = await served.link();

    await morgan.page.goto(link);
    await isHeadedBy(morgan.page, 'No pending approvals');
    await other.page.goto(link);
    const refused = await other.page.getByRole('alert').innerText();

    expect(morgan.page.url()).toBe(`${served.origin}/approvals`);
    expect(refused).toContain("This link doesn't sign you in. It was used before.");
    expect(other.page.url()).not.toContain('link=');
    expect((await served.audited()).map(({ status }) => status)).toEqual(['signed_in', 'link_replayed']);
    expect(morgan.complaints).toEqual([]);
    expect(morgan.requests.filter((url) => !url.startsWith(`${served.origin}/`))).toEqual([]);
  },
);

browserTest(
  `a link that is pasted into the tab of the sign-in form signs in too${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await page.goto(`${served.origin}/approvals/sign-in`);

    // Only what is behind the # changes, so the browser loads nothing anew.
    await page.goto(await served.link());
    await isHeadedBy(page, 'No pending approvals');

    expect(page.url()).toBe(`${served.origin}/approvals`);
    expect((await served.audited()).map(({ status }) => status)).toEqual(['signed_in']);
  },
);

browserTest(
  `after a decision what became of the plan is in sight, and the way to the next one${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const ids: string[] = [];
    for (let day = 1; day <= 40; day += 1) ids.push(await desk.addTerm(`Net ${day}`));
    const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
    await requestDeletion(desk, 'Net 60');
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser, { viewport: { width: 390, height: 844 } });
    const { page } = morgan;
    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${data.approval.id}`);
    await approve(page);
    const next = page.getByRole('link', { name: 'Next approval' });
    await expect.poll(() => next.evaluate('document.activeElement.textContent')).toBe('Next approval');

    const places = await Promise.all([page.locator('article .status'), next].map((part) => part.boundingBox()));

    expect(places.map((place) => place !== null && place.y > 0 && place.y + place.height < 844)).toEqual([true, true]);
  },
);

/** Plans that wait; more than a few only lengthen the list. */
const waitingCount = isDeep ? 60 : 20;

browserTest(
  `many plans wait in one list, what ends first before the rest, and words find one${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    for (let day = 1; day <= waitingCount; day += 1) {
      desk.clock.now = new Date(Date.parse(desk.clock.now) + 60_000).toISOString();
      await requestDeletion(desk, `Net ${day}`);
    }
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;

    await signIn(page, served);
    const rows = page.locator('.approvals tbody tr');
    const [count, first] = [await rows.count(), await rows.first().innerText()];
    await page.getByRole('searchbox').fill('net 17');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**words=*');

    await isHeadedBy(page, `${waitingCount} pending approvals`);
    expect([count, first]).toEqual([waitingCount, expect.stringContaining('Delete 1 payment terms')]);
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Net 17')]);
  },
);

browserTest(
  `of a batch of 49 two lines are unticked, and the other 47 are carried out${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const ids: string[] = [];
    for (let day = 101; day <= 149; day += 1) ids.push(await desk.addTerm(`Net ${day}`));
    const planned = await desk.callTool('delete_terms', { ids, byLine: true });
    const approvalId = String(planned.data.approval.id);
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;

    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${approvalId}`);
    await page.getByRole('checkbox', { name: 'Approve Net 103' }).uncheck();
    await page.getByRole('checkbox', { name: 'Approve Net 149' }).uncheck();
    const sum = await page.locator('[data-sum]').innerText();
    await approve(page);
    await page.getByText('Approved, not executed yet').waitFor();
    const leftOut = await page.locator('tbody.out').allInnerTexts();
    const done = await desk.callTool('run_approved', { approvalId });

    expect(sum).toBe('Selected: 47 of 49 lines');
    expect(leftOut.map((text) => text.replaceAll(/\s+/g, ' ').trim()).toSorted()).toEqual([
      'Net 103 deleted Left out',
      'Net 149 deleted Left out',
    ]);
    expect(done.data.results.filter(({ outcome }: { outcome: string }) => outcome === 'deleted')).toHaveLength(47);
    expect((await desk.listTermNames()).toSorted()).toEqual(['Net 103', 'Net 149']);
  },
);

browserTest(
  `what ended while the plan was open is said, and a yes to it counts for nothing${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const [overtaken, expired] = [await requestDeletion(desk, 'Net 15'), await requestDeletion(desk, 'Net 30')];
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);

    await page.goto(`${served.origin}/approvals/${overtaken}`);
    await desk.deny(overtaken, 'not now');
    await page.getByText('This changed meanwhile.').waitFor();
    await approve(page);
    const denied = [await page.getByRole('alert').innerText(), await readStatus(page)];
    await page.goto(`${served.origin}/approvals/${expired}`);
    desk.clock.now = new Date(Date.parse(desk.clock.now) + 24 * 60 * 60_000).toISOString();
    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${expired}`);

    expect(denied).toEqual([
      expect.stringContaining(`${overtaken} is denied already, by morgan.`),
      expect.stringContaining('Denied'),
    ]);
    expect([await readStatus(page), await page.getByRole('button', { name: 'Approve' }).count()]).toEqual([
      expect.stringContaining('Expired'),
      0,
    ]);
    expect(await desk.listTermNames()).toHaveLength(2);
  },
);

browserTest(
  `records that changed after the yes make it void, and the page says so${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const id = await desk.addTerm('Net 15');
    const { data } = await desk.callTool('delete_terms', { ids: [id] });
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${data.approval.id}`);

    await approve(page);
    await page.getByText('Approved, not executed yet').waitFor();
    await desk.api.paymentTerms.update({ id, name: 'Net 16' });
    await page.reload();
    const warned = await page.locator('.box').innerText();
    const run = await desk.callTool('run_approved', { approvalId: data.approval.id });
    await page.reload();

    expect(warned).toContain('this plan will not run. Ask for a new one.');
    expect(run.data.status).toBe('changed');
    expect(await readStatus(page)).toContain('Void');
    expect(await desk.listTermNames()).toEqual(['Net 16']);
  },
);

browserTest(
  `a plan that went stale while it was open is refused with who changed what, and a no is taken${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
    const { data } = await desk.callTool('delete_terms', { ids });
    const approvalId = String(data.approval.id);
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${approvalId}`);
    const before = await page.getByText(/^Its records were unchanged at/).count();

    await desk.callTool('rename_term', { id: ids[0], name: 'Net 16' }, 'accept');
    await approve(page);
    const [refused, still] = [await page.getByRole('alert').innerText(), await readStatus(page)];
    const yes = await page.getByRole('button', { name: 'Approve' }).count();
    const auditedBefore = await desk.auditStatuses();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied. Nothing was changed.').waitFor();

    expect(before).toBe(1);
    expect(refused).toMatch(
      /Net 15: name Net 15 -> Net 16 \(\w+ \d+, \d+:\d\d [AP]M C[SD]T by dana\); this plan will not run\. Ask for a new one\./,
    );
    expect([still, yes]).toEqual([expect.stringContaining("Can't be approved"), 0]);
    expect(auditedBefore).not.toContain('decided: approved');
    expect((await desk.listTermNames()).toSorted()).toEqual(['Net 16', 'Net 30']);
  },
);

browserTest(
  `a plan that is out of date says so first, and has neither boxes nor a form to approve${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
    const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    await desk.api.paymentTerms.update({ id: String(ids[0]), name: 'Net 16' });

    await page.goto(`${served.origin}/approvals/${data.approval.id}`);
    const main = await page.locator('main').innerText();
    const fields = await page.locator('main').getByRole('checkbox').or(page.getByRole('textbox')).count();
    const buttons = await page.locator('main').getByRole('button').allInnerTexts();
    await page.getByRole('button', { name: 'Deny it' }).click();
    await page.getByText('Denied. Nothing was changed.').waitFor();

    expect(main).toMatch(
      /^Pending approvals\s+! This plan is out of date\s+.*name Net 15 -> Net 16.*\s+Out of date: Delete 2 payment terms\s+– Can't be approved/,
    );
    expect([fields, buttons]).toEqual([0, ['Deny it, to take it off the list']]);
  },
);

browserTest(`a refused form comes back as the person had filled it in${withoutBrowser}`, async ({ browser }) => {
  await using desk = await startTermDesk();
  const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30'), await desk.addTerm('Net 45')];
  const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
  const approvers = { delete_terms: ['sam'] };
  const options = { ...desk.options, policy: { ...desk.options.policy, approvers } };
  await using served = await servePage({ ...desk, options });
  await using morgan = await openVisitor(browser);
  const { page } = morgan;
  await signIn(page, served);
  await page.goto(`${served.origin}/approvals/${data.approval.id}`);

  await page.getByRole('checkbox', { name: 'Approve Net 30' }).uncheck();
  await page.getByRole('textbox').fill('checked <with> the "customer"');
  await approve(page);
  const refused = await page.getByRole('alert').innerText();
  const boxes = await page
    .getByRole('checkbox')
    .evaluateAll((nodes: readonly { readonly checked: boolean }[]) => nodes.map(({ checked }) => checked));

  expect(refused).toContain('the policy names who approves delete_terms: sam.');
  expect(boxes).toEqual([true, false, true, true]);
  expect(await page.locator('[data-sum]').innerText()).toBe('Selected: 2 of 3 lines');
  expect(await page.getByRole('textbox').inputValue()).toBe('checked <with> the "customer"');
});

/** Keeps the next deletion waiting, until the test lets it go on. */
function holdDeletion({ wire }: TermDesk) {
  const released = Promise.withResolvers<void>();
  wire.intercept = async ({ method }) => {
    if (method === 'DELETE') await released.promise;
    return undefined;
  };
  return () => released.resolve();
}

for (const javaScriptEnabled of [true, false])
  browserTest(
    `on a phone in the dark, an approved plan is executed ${javaScriptEnabled ? 'with' : 'without'} scripts, and its outcome shows by itself${withoutBrowser}`,
    async ({ browser }) => {
      await using desk = await startTermDesk();
      const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
      const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
      await using served = await servePage(desk);
      await using morgan = await openVisitor(browser, {
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
        javaScriptEnabled,
      });
      const { page } = morgan;
      await page.goto(`${served.origin}/approvals/${data.approval.id}`);
      await page.getByLabel("The approver's secret").fill(served.secret);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('checkbox', { name: 'Approve Net 30' }).uncheck();
      await approve(page);
      await isHeadedBy(page, '1 of 2 payment terms');
      const button = await page.getByRole('button', { name: 'Execute now' }).boundingBox();
      const release = holdDeletion(desk);

      await page.getByRole('button', { name: 'Execute now' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Executing…').waitFor();
      const running = await readStatus(page);
      const widest = await page
        .locator('main')
        .evaluate('document.documentElement.scrollWidth')
        .catch(() => 390);
      release();
      await page.getByText('Approved and executed').waitFor();
      const outcome = page.getByRole('region', { name: 'Outcome' });

      expect(button !== null && button.y + button.height < 844).toBe(true);
      expect([running, widest]).toEqual([expect.stringContaining('in progress'), 390]);
      expect(await outcome.innerText()).toContain('DONE. Delete 2 payment terms (left out: Net 30).');
      expect(await page.getByRole('button', { name: 'Execute now' }).count()).toBe(0);
      expect(await desk.listTermNames()).toEqual(['Net 30']);
    },
  );

browserTest(
  `a record that somebody changed elsewhere, or that is gone, is said as soon as the plan is shown${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
    const { data } = await desk.callTool('delete_terms', { ids });
    await using served = await servePage(desk);
    await using elsewhere = await servePage(desk, 'another brokerage');
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);

    await desk.api.paymentTerms.update({ id: String(ids[0]), name: 'Net 16' });
    await desk.api.paymentTerms.delete({ id: String(ids[1]) });
    await page.goto(`${served.origin}/approvals/${data.approval.id}`);
    const warningText = await page.locator('section.box.against').first().innerText();
    const yes = await page.getByRole('button', { name: 'Approve' }).count();
    await signIn(page, elsewhere);
    await page.goto(`${elsewhere.origin}/approvals/${data.approval.id}`);

    expect(warningText).toMatch(
      /Net 15: name Net 15 -> Net 16; Net 30: no longer there, or no longer part of the plan; this plan will not run/s,
    );
    expect(yes).toBe(0);
    expect(await page.locator('section.box.against').first().innerText()).toContain(
      'was not checked: this process works with another brokerage than the plan',
    );
  },
);

browserTest(
  `of two people who decide at once one does, and the other is told${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const id = await requestDeletion(desk, 'Net 15');
    await using served = await servePage(desk);
    await using ito = await openVisitor(browser);
    await using vega = await openVisitor(browser);
    const pages = [ito.page, vega.page];
    await signIn(ito.page, served, 'A. Ito');
    await signIn(vega.page, served, 'R. Vega');
    await Promise.all(pages.map((page) => page.goto(`${served.origin}/approvals/${id}`)));

    await Promise.all(pages.map(approve));
    await Promise.all(pages.map((page) => page.getByText('Approved, not executed yet').waitFor()));

    const refused = await Promise.all(pages.map((page) => page.getByRole('alert').allInnerTexts()));
    const { decidedBy } = await getApproval(desk.options, id);
    expect(refused.flat()).toEqual([expect.stringContaining(`${id} is approved already, by ${decidedBy}.`)]);
    expect(['A. Ito (user morgan)', 'R. Vega (user morgan)']).toContain(decidedBy);
    expect((await served.audited()).filter(({ status }) => status === 'approved')).toHaveLength(1);
  },
);

browserTest(
  `another site can neither send a form to the page nor read it nor frame it${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const id = await requestDeletion(desk, 'Net 15');
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    await page.route('http://foreign.test/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${served.origin}/approvals/${id}"><input name="decision" value="deny"><button>Win</button></form>
        <iframe src="${served.origin}/approvals"></iframe>`,
      }),
    );

    await page.goto('http://foreign.test/');
    const read = await page.evaluate(
      (address) =>
        fetch(address, { credentials: 'include' }).then(
          (answer) => answer.status,
          () => 'kept out',
        ),
      `${served.origin}/approvals`,
    );
    const framed = await page
      .frames()[1]
      ?.evaluate<string>('document.body?.innerText ?? ""')
      .catch(() => '');
    await page.getByRole('button', { name: 'Win' }).click();
    const sent = await page.getByText('Nothing was done').innerText();

    expect(read).toBe('kept out');
    expect(framed).not.toContain('plan');
    expect(sent).toBe('Only this page sends forms here. Nothing was done.');
    expect((await getApproval(desk.options, id)).status).toBe('pending');
  },
);

browserTest(`somebody who comes from another site to a plan stays signed in${withoutBrowser}`, async ({ browser }) => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, 'Net 15');
  await using served = await servePage(desk);
  await using morgan = await openVisitor(browser);
  const { page } = morgan;
  await signIn(page, served);
  await page.route('http://foreign.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${served.origin}/approvals/${id}">plan</a>` }),
  );

  await page.goto('http://foreign.test/');
  await page.getByRole('link').click();
  await isHeadedBy(page, /Delete 1 payment terms/);

  expect(page.url()).toBe(`${served.origin}/approvals/${id}`);
});

browserTest(`a script in the name of a record is shown and does not run${withoutBrowser}`, async ({ browser }) => {
  await using desk = await startTermDesk();
  const name = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>"'><b>Net`;
  const id = await requestDeletion(desk, name);
  await using served = await servePage(desk);
  await using morgan = await openVisitor(browser);
  const { page } = morgan;
  await signIn(page, served);
  const listed = await page.locator('.approvals tbody tr').innerText();

  await page.goto(`${served.origin}/approvals/${id}`);

  expect(listed).toContain(name);
  expect(await page.locator('article').innerText()).toContain(`Deletes ${name}`);
  expect(await page.title()).not.toBe('taken');
  expect(await page.locator('img, article script, article b').count()).toBe(0);
  expect(morgan.complaints).toEqual([]);
});

browserTest(
  `with the keyboard alone: Enter in a field or on a box approves nothing, on the button it does${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')], byLine: true });
    const id = String(data.approval.id);
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    const { keyboard } = page;
    await page.goto(`${served.origin}/approvals/${id}`);
    await keyboard.type(served.secret.toLowerCase());
    await keyboard.press('Enter');
    await isHeadedBy(page, /Delete 1 payment terms/);

    await page.waitForLoadState();

    const passed: Focused[] = [];
    while (passed.at(-1)?.name !== 'approve' && passed.length < 40) {
      await keyboard.press('Tab');
      passed.push(await readFocused(page));
      if (!passed.at(-1)?.isLink) await keyboard.press('Enter');
    }
    await keyboard.press('Enter');
    const untouched = (await getApproval(desk.options, id)).status;
    await page.getByRole('checkbox', { name: /^I have read the plan/ }).focus();
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('Approved, not executed yet').waitFor();

    const order = ['Net 15', 'Records (1)', 'reason', 'deny', 'yes', 'approve'];
    expect(passed.map(({ name }) => name).slice(-order.length)).toEqual(order);
    expect(passed.every(({ isOutlined }) => isOutlined)).toBe(true);
    expect(untouched).toBe('pending');
  },
);

browserTest(`nothing is cut off on a phone, in light and in dark${withoutBrowser}`, async ({ browser }) => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, `Net ${'9'.repeat(120)}`);
  await using served = await servePage(desk);

  for (const colorScheme of ['light', 'dark'] as const) {
    await using morgan = await openVisitor(browser, { viewport: { width: 320, height: 640 }, colorScheme });
    const { page } = morgan;
    await signIn(page, served);
    for (const place of ['', `/${id}`, '/decided', '/passkeys']) {
      await page.goto(`${served.origin}/approvals${place}`);
      const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([place, widest]).toEqual([place, 320]);
    }
    const [ground, ink] = await page.evaluate<number[]>(`(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return [backgroundColor, color].map((text) => Number(/[0-9]+/.exec(text)[0]));
    })()`);
    expect(Number(ground) > Number(ink)).toBe(colorScheme === 'light');
  }
});
