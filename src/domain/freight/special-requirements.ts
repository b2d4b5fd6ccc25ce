import type { SpecialRequirementType } from './freight-codes.ts';

/** One entry of the catalog that is the same for every organization; ids never change. */
export interface SpecialRequirement {
  readonly id: string;
  readonly name: string;
  readonly type: SpecialRequirementType;
}

export const specialRequirements: readonly SpecialRequirement[] = [
  { id: '22a0dac9-e5b6-57d0-972d-84be990b8522', name: 'Air ride', type: 'EQUIPMENT' },
  { id: 'e197d957-4f2a-570f-81dd-9175697da4f9', name: 'Food grade', type: 'EQUIPMENT' },
  { id: '2b9b2060-9d99-54a2-a879-147bdee14269', name: 'Vented', type: 'EQUIPMENT' },
  { id: 'a46d03af-b37e-54e9-ba3a-d40112d43afe', name: 'Liftgate', type: 'EQUIPMENT' },
  { id: '80dc24b9-263c-505f-b657-65936b009d6c', name: 'Load bars', type: 'EQUIPMENT' },
  { id: 'b7169a7d-6819-5d24-892e-fd052e05e5d9', name: 'Load straps', type: 'EQUIPMENT' },
  { id: '0174f98b-9f2e-5b1c-b316-0e300e4ab661', name: 'Tarps', type: 'EQUIPMENT' },
  { id: '550eba9a-d8ce-508f-9240-63fb5e415fd0', name: 'Chains and binders', type: 'EQUIPMENT' },
  { id: '90cc28c5-5c82-524c-8b91-70e72f03c19e', name: 'E-track', type: 'EQUIPMENT' },
  { id: 'ca1fe1c1-ec80-5c26-917e-b744a623fa6d', name: 'Pallet jack', type: 'EQUIPMENT' },
  { id: '31188eec-9f43-5252-bc80-f4cd41d0c5c9', name: 'Team drivers', type: 'DRIVER' },
  { id: 'f3a972b4-7646-58bf-8aa2-f7e3163f3bce', name: 'TWIC card', type: 'DRIVER' },
  { id: '4e002fe6-0f34-54d9-9a5d-eb1bd3da47a9', name: 'Hazmat endorsement', type: 'DRIVER' },
  { id: '07aed0c7-7e82-57ec-82d4-9201a087a6a1', name: 'No touch', type: 'DRIVER' },
  { id: 'f3a861a2-732b-59a8-87b0-6ecbfc339a7c', name: 'Driver assist', type: 'DRIVER' },
  { id: 'b0f864ad-8f54-5f70-a2e7-1d87bb89fc10', name: 'Personal protective equipment', type: 'DRIVER' },
  { id: '3048aab0-9579-5368-8658-b7e102669290', name: 'CTPAT certified', type: 'DRIVER' },
  { id: '87aafccc-8c57-539a-92c5-ad1ec64efc4a', name: 'FAST card', type: 'DRIVER' },
  { id: 'ee7a0481-cf3c-5331-a7c3-399b3e3bb01f', name: 'Temperature range', type: 'FREIGHT' },
  { id: '16e40e12-5652-5d66-a3a3-fad9a248b898', name: 'Hazardous material', type: 'FREIGHT' },
  { id: '0b282138-c749-5ed5-9897-2cf3e9171deb', name: 'High value', type: 'FREIGHT' },
  { id: 'c8b25426-2384-50ae-a9d5-a64256f3e584', name: 'Do not stack', type: 'FREIGHT' },
  { id: 'b07c17d3-2259-596e-b006-c9a57ce92ace', name: 'Over-dimensional', type: 'FREIGHT' },
  { id: 'b2fd8440-7857-5cff-8144-e34ae679c1be', name: 'Seal required', type: 'FREIGHT' },
  { id: '11d70e49-a758-50ff-9338-e34ea58d25af', name: 'FSMA sanitary transport', type: 'FREIGHT' },
  { id: '306a5b9b-71a6-5869-9eee-d1c6460a6bc0', name: 'Scale ticket', type: 'FREIGHT' },
  { id: '4b5ed513-044c-596d-843a-448a175d25f6', name: 'Appointment required', type: 'SHIPPER_LOCATION' },
  { id: '769b37dc-eb87-5e41-8d08-c37815d8d50a', name: 'First come, first served', type: 'SHIPPER_LOCATION' },
  { id: 'ebe90d5f-7090-53a1-b28e-0fa9a28922b1', name: 'Lumper', type: 'SHIPPER_LOCATION' },
  { id: '8fb11bf9-e433-5d3a-acdc-f63bb89f4df1', name: 'Drop trailer', type: 'SHIPPER_LOCATION' },
  { id: '1c45d48f-3169-50f2-9b00-42d78ce11f49', name: 'Overnight parking', type: 'SHIPPER_LOCATION' },
  { id: '5514082e-fafb-5d99-adf1-b3081717d3dc', name: 'Limited access', type: 'SHIPPER_LOCATION' },
  { id: '286e381e-cdc1-5f30-b38e-5120ce90ac24', name: 'Residential', type: 'SHIPPER_LOCATION' },
  { id: '5349f96d-7823-5c84-ac49-9c53014c5e1e', name: 'Inside pickup or delivery', type: 'SHIPPER_LOCATION' },
];
