export const toolsets = ['desk', 'billing', 'payables', 'catalogue', 'insight', 'control'] as const;
export type Toolset = (typeof toolsets)[number];
