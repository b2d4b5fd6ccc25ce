import type { CallAnswer } from '../../support/desk/clients.ts';

type ManagerInput = Readonly<Record<string, unknown>>;

export interface ManagerCall {
  readonly tool: string;
  readonly input: ManagerInput;
}

/**
 * A question of a manager and the calls that answer it; a later call may take an action that an earlier one offered.
 */
export interface ManagerQuestion {
  readonly asks: string;
  readonly calls: readonly (ManagerCall | ((earlier: CallAnswer) => ManagerCall))[];
  /** Texts that the answer has to hold besides its figures. */
  readonly says?: readonly string[];
}

const analyze = (input: ManagerInput): ManagerCall => ({ tool: 'analyze', input });

/** Returns the offered call for the records behind the first figure of an answer. */
const takeFirstAction = ({ data }: CallAnswer): ManagerCall => {
  const [{ tool, arguments: input }] = data.nextActions;
  return { tool, input };
};

const quarter = 'last 90 days';
const onLane = [{ by: 'lane', is: ['Chicago, IL to Atlanta, GA'] }];

export const managerQuestions: readonly ManagerQuestion[] = [
  {
    asks: 'Margin by customer last month against the month before?',
    calls: [analyze({ measures: ['margin'], by: ['customer'], period: 'last month', compare: 'previous' })],
    says: ['compared with Sep 1, 2026 to Sep 30, 2026', 'Margin (booked): Revenue less cost'],
  },
  {
    asks: 'Which customers fell most against the month before?',
    calls: [
      analyze({
        measures: ['margin'],
        by: ['customer'],
        period: 'last month',
        compare: 'previous',
        order: 'margin_difference asc',
        top: 5,
      }),
    ],
  },
  {
    asks: 'Who are we losing money on, and why?',
    calls: [
      analyze({
        measures: ['actual_margin', 'actual_revenue', 'actual_margin_percent', 'loads'],
        by: ['customer'],
        period: quarter,
        order: 'actual_margin asc',
        top: 5,
      }),
      ({ data }) =>
        analyze({
          measures: ['actual_margin', 'actual_revenue', 'actual_cost', 'pass_through_leak', 'loads'],
          by: ['lane'],
          period: quarter,
          filters: [{ by: 'customer', is: [data.rows[0].customer_no] }],
          order: 'actual_margin asc',
        }),
    ],
    says: ['Brightwater Beverage'],
  },
  {
    asks: 'Show me the loads of the customer that we lose money on.',
    calls: [
      analyze({ measures: ['actual_margin'], by: ['customer'], period: quarter, order: 'actual_margin asc', top: 3 }),
      takeFirstAction,
    ],
  },
  {
    asks: 'What cash do I need by Friday, factors apart?',
    calls: [analyze({ measures: ['cash_due'], by: ['factor'], to: 'Friday' })],
    says: ['up to Nov 20, 2026', 'not factored'],
  },
  {
    asks: 'What comes in and what goes out in the next four weeks?',
    calls: [analyze({ measures: ['cash_in', 'cash_due'], by: ['week'], period: 'next 28 days' })],
  },
  {
    asks: 'Which carriers got slower on Chicago to Atlanta?',
    calls: [
      analyze({
        measures: ['transit_time', 'carrier_loads'],
        by: ['carrier'],
        period: 'last 42 days',
        compare: 'previous',
        filters: onLane,
        order: 'transit_time_difference',
        top: 10,
      }),
    ],
  },
  {
    asks: 'What are DSO and DPO?',
    calls: [analyze({ measures: ['dso', 'dpo'], period: quarter })],
    says: ['DSO (days): Open AR at the end of the period over what was billed in it'],
  },
  {
    asks: 'What is our win rate, and why do we lose?',
    calls: [
      analyze({ measures: ['win_rate', 'quotes_won', 'quotes_lost', 'won_amount'], period: quarter }),
      analyze({ measures: ['quotes_lost', 'lost_amount'], by: ['lost_reason'], period: quarter, share: true }),
    ],
  },
  {
    asks: 'Which reps win, and which do not?',
    calls: [analyze({ measures: ['win_rate', 'quotes_won', 'quotes_lost'], by: ['customer_rep'], period: quarter })],
  },
  {
    asks: 'What is delivered and not billed, by age?',
    calls: [analyze({ measures: ['unbilled', 'unbilled_shipments'], by: ['age_bucket'] })],
  },
  {
    asks: 'Who is over the credit limit?',
    calls: [
      analyze({
        measures: ['credit_headroom', 'exposure'],
        by: ['customer'],
        order: 'credit_headroom asc',
        top: 10,
      }),
    ],
    says: ['Tamarind Retail Group', 'below zero is over the limit'],
  },
  {
    asks: 'How do the reps do this month?',
    calls: [
      analyze({
        measures: ['revenue', 'margin', 'margin_percent', 'loads', 'margin_per_load'],
        by: ['customer_rep'],
        from: '2026-11-01',
        to: 'yesterday',
      }),
    ],
  },
  {
    asks: 'What are our ten best lanes?',
    calls: [
      analyze({
        measures: ['margin', 'margin_percent', 'loads', 'revenue_per_mile', 'cost_per_mile'],
        by: ['lane'],
        period: quarter,
        top: 10,
      }),
    ],
  },
  {
    asks: 'Which customers do we serve late?',
    calls: [
      analyze({
        measures: ['on_time_delivery', 'late_deliveries', 'hours_late'],
        by: ['customer'],
        period: quarter,
        order: 'on_time_delivery asc',
        top: 15,
      }),
    ],
  },
  {
    asks: 'Which carriers deliver late?',
    calls: [
      analyze({
        measures: ['carrier_on_time_delivery', 'carrier_loads'],
        by: ['carrier'],
        period: quarter,
        order: 'carrier_on_time_delivery asc',
        top: 15,
      }),
    ],
  },
  {
    asks: 'At which facilities do trucks wait and come late?',
    calls: [
      analyze({
        measures: ['dwell', 'on_time_stops', 'late_stops'],
        by: ['facility'],
        period: quarter,
        order: 'dwell',
        top: 10,
      }),
      analyze({ measures: ['on_time_stops', 'dwell'], by: ['stop_type'], period: quarter }),
    ],
  },
  {
    asks: 'What did the quotes of each rep bring in?',
    calls: [
      analyze({ measures: ['revenue', 'margin', 'loads'], by: ['quote_rep'], period: quarter }),
      analyze({ measures: ['win_rate', 'quotes_won'], by: ['quote_rep'], period: quarter }),
    ],
  },
  {
    asks: 'Who bounced loads, and why?',
    calls: [
      analyze({ measures: ['bounces', 'bounce_rate', 'tonu'], by: ['carrier'], period: quarter, top: 10 }),
      analyze({
        measures: ['bounces'],
        by: ['bounce_reason'],
        period: quarter,
      }),
    ],
  },
  {
    asks: 'How many loads a week do we move?',
    calls: [analyze({ measures: ['loads', 'revenue', 'margin_percent'], by: ['week'], period: 'last 84 days' })],
  },
  {
    asks: 'What does a mile cost us by equipment?',
    calls: [
      analyze({
        measures: ['cost_per_mile', 'revenue_per_mile', 'margin_per_mile'],
        by: ['equipment'],
        period: quarter,
      }),
    ],
  },
  {
    asks: 'How old is what we are owed?',
    calls: [analyze({ measures: ['open_ar', 'overdue_ar'], by: ['age_bucket'] })],
    says: ['Current'],
  },
  {
    asks: 'Who pays slowest?',
    calls: [
      analyze({
        measures: ['days_to_pay', 'open_ar', 'overdue_ar'],
        by: ['customer'],
        period: quarter,
        order: 'days_to_pay',
        top: 10,
      }),
    ],
  },
  {
    asks: 'What rides on carriers whose insurance ends?',
    calls: [analyze({ measures: ['insurance_at_stake'], by: ['carrier'] }), takeFirstAction],
    says: ['Copperhead Pass Hauling LLC'],
  },
  {
    asks: 'What must I accrue for carriers at month end?',
    calls: [analyze({ measures: ['accrual'], by: ['carrier'], top: 10 })],
  },
  {
    asks: 'Which accessorials did we pay and not charge?',
    calls: [analyze({ measures: ['pass_through_leak'], by: ['customer'], period: quarter }), takeFirstAction],
  },
  {
    asks: 'Which carriers billed more than agreed?',
    calls: [
      analyze({ measures: ['variance', 'overbilled_loads'], by: ['carrier'], period: quarter, top: 10 }),
      takeFirstAction,
    ],
  },
  {
    asks: 'How much of our revenue hangs on the five largest customers?',
    calls: [analyze({ measures: ['revenue', 'margin'], by: ['customer'], period: quarter, share: true, top: 5 })],
  },
  {
    asks: 'How long from delivery to POD, to invoice, to cash?',
    calls: [
      analyze({ measures: ['days_to_pod', 'days_to_invoice', 'days_to_cash'], by: ['month'], period: 'last 120 days' }),
    ],
  },
  {
    asks: 'What did we collect, and what did we pay out?',
    calls: [analyze({ measures: ['collected', 'paid'], by: ['month'], period: 'last 120 days' })],
  },
  {
    asks: 'Who cancels on us?',
    calls: [analyze({ measures: ['cancellations', 'cancellation_rate'], by: ['customer'], period: quarter, top: 10 })],
  },
  {
    asks: 'Where do trucks stand longest?',
    calls: [analyze({ measures: ['dwell'], by: ['destination'], period: quarter, top: 10 })],
  },
  {
    asks: 'What are our open quotes worth?',
    calls: [analyze({ measures: ['open_quoted_amount', 'open_quotes'], by: ['customer'], top: 10 })],
  },
  {
    asks: 'On which weekday do we pick up most?',
    calls: [analyze({ measures: ['loads'], by: ['weekday'], period: quarter, share: true })],
  },
  {
    asks: 'What waits for approval, and what is approved and unpaid?',
    calls: [analyze({ measures: ['in_review', 'approved_unpaid', 'bills'], by: ['carrier'], top: 10 })],
  },
  {
    asks: 'Are we growing? New customers and carriers this year.',
    calls: [analyze({ measures: ['new_customers', 'new_carriers'], by: ['month'], from: '2026-01-01', to: 'today' })],
  },
  {
    asks: 'What needs me today?',
    calls: [{ tool: 'morning_brief', input: { role: 'manager' } }],
    says: ['losing money', 'margin'],
  },
  {
    asks: 'How fast do we get an answer to a shipper, and do we have claims?',
    calls: [{ tool: 'describe_metrics', input: { query: 'response time of quotes, and claims' } }],
    says: ['Not on record: response time of quotes.', 'Not on record: claims.'],
  },
];
