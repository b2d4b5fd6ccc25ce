/** One state, province or Mexican state: its codes, its name and its IANA zones, the most populous first. */
export interface StateZones {
  readonly country: 'US' | 'CA' | 'MX';
  readonly codes: readonly [string, ...string[]];
  readonly name: string;
  readonly zones: readonly [string, ...string[]];
}

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const mexico = 'America/Mexico_City';

/** Zones within the United States; a state with several lists every zone that a coordinate inside it can have. */
const us: Readonly<Record<string, readonly [name: string, main: string, ...others: string[]]>> = {
  AL: ['Alabama', central],
  AK: ['Alaska', 'America/Anchorage', 'America/Juneau', 'America/Sitka', 'America/Nome', 'America/Adak'],
  AZ: ['Arizona', 'America/Phoenix', mountain],
  AR: ['Arkansas', central],
  CA: ['California', pacific],
  CO: ['Colorado', mountain],
  CT: ['Connecticut', eastern],
  DE: ['Delaware', eastern],
  DC: ['District of Columbia', eastern],
  FL: ['Florida', eastern, central],
  GA: ['Georgia', eastern],
  HI: ['Hawaii', 'Pacific/Honolulu'],
  ID: ['Idaho', 'America/Boise', pacific],
  IL: ['Illinois', central],
  IN: [
    'Indiana',
    'America/Indiana/Indianapolis',
    central,
    'America/Kentucky/Louisville',
    'America/Indiana/Knox',
    'America/Indiana/Tell_City',
    'America/Indiana/Petersburg',
    'America/Indiana/Vincennes',
    'America/Indiana/Winamac',
    'America/Indiana/Marengo',
    'America/Indiana/Vevay',
  ],
  IA: ['Iowa', central],
  KS: ['Kansas', central, mountain],
  KY: ['Kentucky', eastern, 'America/Kentucky/Louisville', 'America/Kentucky/Monticello', central],
  LA: ['Louisiana', central],
  ME: ['Maine', eastern],
  MD: ['Maryland', eastern],
  MA: ['Massachusetts', eastern],
  MI: ['Michigan', 'America/Detroit', 'America/Menominee'],
  MN: ['Minnesota', central],
  MS: ['Mississippi', central],
  MO: ['Missouri', central],
  MT: ['Montana', mountain],
  NE: ['Nebraska', central, mountain],
  NV: ['Nevada', pacific, mountain],
  NH: ['New Hampshire', eastern],
  NJ: ['New Jersey', eastern],
  NM: ['New Mexico', mountain],
  NY: ['New York', eastern],
  NC: ['North Carolina', eastern],
  ND: ['North Dakota', central, mountain, 'America/North_Dakota/Center', 'America/North_Dakota/New_Salem'],
  OH: ['Ohio', eastern],
  OK: ['Oklahoma', central],
  OR: ['Oregon', pacific, 'America/Boise'],
  PA: ['Pennsylvania', eastern],
  PR: ['Puerto Rico', 'America/Puerto_Rico'],
  RI: ['Rhode Island', eastern],
  SC: ['South Carolina', eastern],
  SD: ['South Dakota', central, mountain],
  TN: ['Tennessee', central, eastern],
  TX: ['Texas', central, mountain],
  UT: ['Utah', mountain],
  VT: ['Vermont', eastern],
  VA: ['Virginia', eastern],
  WA: ['Washington', pacific],
  WV: ['West Virginia', eastern],
  WI: ['Wisconsin', central],
  WY: ['Wyoming', mountain],
};

const ca: typeof us = {
  AB: ['Alberta', 'America/Edmonton'],
  BC: [
    'British Columbia',
    'America/Vancouver',
    'America/Edmonton',
    'America/Dawson_Creek',
    'America/Fort_Nelson',
    'America/Creston',
  ],
  MB: ['Manitoba', 'America/Winnipeg'],
  NB: ['New Brunswick', 'America/Moncton'],
  NL: ['Newfoundland and Labrador', 'America/St_Johns', 'America/Goose_Bay'],
  NS: ['Nova Scotia', 'America/Halifax', 'America/Glace_Bay'],
  NT: ['Northwest Territories', 'America/Edmonton'],
  NU: ['Nunavut', 'America/Iqaluit', 'America/Rankin_Inlet', 'America/Cambridge_Bay'],
  ON: ['Ontario', 'America/Toronto', 'America/Winnipeg'],
  PE: ['Prince Edward Island', 'America/Halifax'],
  QC: ['Quebec', 'America/Toronto', 'America/Puerto_Rico'],
  SK: ['Saskatchewan', 'America/Regina', 'America/Edmonton', 'America/Swift_Current'],
  YT: ['Yukon', 'America/Whitehorse'],
};

/** Keys are the ISO codes; carriers also write the two-letter ones. */
const mx: Readonly<Record<string, readonly [alias: string, name: string, main: string, ...others: string[]]>> = {
  AGU: ['AG', 'Aguascalientes', mexico],
  BCN: ['BC', 'Baja California', 'America/Tijuana'],
  BCS: ['BS', 'Baja California Sur', 'America/Mazatlan'],
  CAM: ['CP', 'Campeche', 'America/Merida', mexico],
  CHP: ['CS', 'Chiapas', mexico],
  CHH: ['CH', 'Chihuahua', 'America/Chihuahua', 'America/Ciudad_Juarez', 'America/Ojinaga'],
  CMX: ['DF', 'Ciudad de Mexico', mexico],
  COA: ['CU', 'Coahuila', 'America/Monterrey', 'America/Matamoros'],
  COL: ['CL', 'Colima', mexico],
  DUR: ['DG', 'Durango', 'America/Monterrey'],
  GUA: ['GT', 'Guanajuato', mexico],
  GRO: ['GR', 'Guerrero', mexico],
  HID: ['HG', 'Hidalgo', mexico],
  JAL: ['JA', 'Jalisco', mexico],
  MEX: ['EM', 'Estado de Mexico', mexico],
  MIC: ['MH', 'Michoacan', mexico],
  MOR: ['MR', 'Morelos', mexico],
  NAY: ['NA', 'Nayarit', 'America/Mazatlan', 'America/Bahia_Banderas'],
  NLE: ['NL', 'Nuevo Leon', 'America/Monterrey', 'America/Matamoros'],
  OAX: ['OA', 'Oaxaca', mexico],
  PUE: ['PU', 'Puebla', mexico],
  QUE: ['QA', 'Queretaro', mexico],
  ROO: ['QR', 'Quintana Roo', 'America/Cancun'],
  SLP: ['SL', 'San Luis Potosi', mexico],
  SIN: ['SI', 'Sinaloa', 'America/Mazatlan'],
  SON: ['SO', 'Sonora', 'America/Hermosillo', 'America/Tijuana'],
  TAB: ['TB', 'Tabasco', mexico],
  TAM: ['TM', 'Tamaulipas', 'America/Monterrey', 'America/Matamoros'],
  TLA: ['TL', 'Tlaxcala', mexico],
  VER: ['VE', 'Veracruz', mexico],
  YUC: ['YU', 'Yucatan', 'America/Merida'],
  ZAC: ['ZA', 'Zacatecas', mexico],
};

/** United States first, then Canada, then Mexico: the order in which a code without a country is read. */
export const stateZones: readonly StateZones[] = [
  ...Object.entries(us).map(([code, [name, ...zones]]) => ({
    country: 'US' as const,
    codes: [code] as const,
    name,
    zones,
  })),
  ...Object.entries(ca).map(([code, [name, ...zones]]) => ({
    country: 'CA' as const,
    codes: [code] as const,
    name,
    zones,
  })),
  ...Object.entries(mx).map(([code, [alias, name, ...zones]]) => ({
    country: 'MX' as const,
    codes: [code, alias] as const,
    name,
    zones,
  })),
];
