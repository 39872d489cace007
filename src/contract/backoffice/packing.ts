import { z } from "zod";
import { DongAmount, SingleLine } from "../field-schemas.ts";
import { dateTime } from "../woo/query.ts";
import { BoxId, ParcelCm } from "./packing-boxes.ts";
import { StageName } from "../order-workflow.ts";

/** ISO, UTC */
const Time = z.string();

/** The most orders of a batch, each with a tray of its own. */
export const maxTrays = 20;

const PackLine = z.object({
  id: z.int(),
  sku: z.string().nullable(),
  /** what a label of the item may contain: its SKU and its barcode */
  codes: z.array(z.string()),
  name: z.string(),
  /** the chosen options as one text, "52 mm · Hộp quà" */
  option: z.string(),
  quantity: z.int(),
  ticked: z.int(),
  image: z.string(),
  /** of a ring: its size, the inner circumference in mm */
  ring_mm: z.number().nullable(),
  place: z.string().nullable(),
  /** the free gift that the line was promised, with the units to pack */
  gift: z.object({ name: z.string(), image: z.string(), quantity: z.int() }).nullable(),
});

/** What packers see of an order: no price and no personal data. Responses are parsed by it, which removes everything else. */
export const PackOrder = z.object({
  id: z.int(),
  number: z.string(),
  stage: StageName,
  promised_date: z.string().nullable(),
  recipient: z.object({
    /** the last word of the name */
    name: z.string(),
    phone_last_digits: z.string(),
    ward: z.string(),
    province: z.string(),
  }),
  lines: z.array(PackLine),
  gift: z.object({ message: z.string(), hide_prices: z.boolean() }),
  /** what the customer wrote with an order without gift box; null for roles that may not view whole orders: it can contain anything */
  customer_note: z.string().nullable(),
  /** notes that are marked for packing */
  notes: z.array(z.string()),
  /** what is in the box besides the items: ids of `PackExtra` */
  extras: z.array(z.string()),
  parcel: z.object({
    /** what the packer entered; otherwise proposed from the items and the selected box */
    weight_g: z.int(),
    size_cm: ParcelCm,
    /** weight of the items alone, to which that of a box is added */
    items_g: z.int(),
    /** the selected box */
    box_id: z.int().nullable(),
    /** of the carrier, in đồng; null without a booking, and for roles that may not view whole orders */
    fee: DongAmount.nullable(),
    /** null before its booking */
    id: z.int().nullable(),
    code: z.string().nullable(),
    /** the carrier provides a label */
    label: z.boolean(),
    /** its label opens for printing when the order is packed */
    prints: z.boolean(),
  }),
  photo: z.enum(["always", "none"]),
  photos: z.array(z.object({ id: z.int(), at: Time })),
  state: z.enum(["none", "in_progress", "missing", "packed"]),
  assigned_to: z.object({ id: z.int(), name: z.string(), since: Time }).nullable(),
  tray: z.int().nullable(),
});
export type PackOrder = z.infer<typeof PackOrder>;

export const PackQueueEntry = z.object({
  id: z.int(),
  number: z.string(),
  since: Time,
  promised_date: z.string().nullable(),
  gift: z.boolean(),
  items: z.int(),
  ticked: z.int(),
  assigned_to: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export const PackQueue = z.object({ at: Time, orders: z.array(PackQueueEntry) });
export type PackQueue = z.infer<typeof PackQueue>;

export const AssignPacking = z.object({
  /** takes the order over from another staff member */
  force: z.boolean().default(false),
});

export const PackScan = z.object({ code: SingleLine(200).min(1), order_id: z.int().positive().optional() });

/** What a code is: an item, an order by its number or label, or a warranty card. */
export const PackScanResult = z.object({
  kind: z.enum(["item", "order", "label", "warranty"]),
  /** of the product, of the order, or of the warranty card's order */
  id: z.int(),
  /** the line of the given order that requires the item */
  line_id: z.int().nullable(),
  /** how many of the item the given order requires; 0: none */
  required: z.int(),
  name: z.string(),
  option: z.string(),
  /** lines of the given order for the same product with other options */
  expected: z.array(z.object({ line_id: z.int(), option: z.string(), quantity: z.int() })),
  /** of a warranty card */
  warranty: z.string().nullable(),
});
export type PackScanResult = z.infer<typeof PackScanResult>;

const maxUnits = 1_000;

/** As the device saw the line: if it has another item by now, what was done with the former one does not count. */
const SeenSku = z.string().max(200).nullish();

export const PackTick = z.object({
  line_id: z.int().positive(),
  sku: SeenSku,
  quantity: z.int().min(1).max(maxUnits),
  /** on the device; ticks of one person with the same time are the same */
  at: dateTime,
});
export type PackTick = z.infer<typeof PackTick>;

/** The written card of a gift, or the free gift of a line; the last change of each counts. */
const PackExtra = z.object({ id: z.string().regex(/^(card|gift-[1-9]\d{0,8})$/), packed: z.boolean() });
export type PackExtra = z.infer<typeof PackExtra>;

export const UpdatePacking = z.object({
  ticks: z.array(PackTick).max(500).default([]),
  extras: z.array(PackExtra).max(500).default([]),
  weight_g: z.int().min(1).max(50_000).optional(),
  size_cm: ParcelCm.optional(),
  /** null: none of the shop's boxes */
  box_id: BoxId.nullable().optional(),
});

export const MissingItem = z.object({
  line_id: z.int().positive(),
  sku: SeenSku,
  quantity: z.int().min(1).max(maxUnits),
});
export const ReopenPacking = z.object({ reason: SingleLine(200).min(1) });

/** An order of the response after a step of packing. */
export const PackedStage = z.object({ id: z.int(), stage: StageName });
/** @param taken_at on the device, which may have no connection; the server limits it to the time since the order waits to be packed */
export const PackPhotoQuery = z.object({ taken_at: dateTime.optional() });
export const PackPhoto = z.object({ id: z.int(), at: Time });

/** Orders to pack together; without ids the oldest ones that are not assigned yet. */
export const StartBatch = z.object({ ids: z.array(z.int().positive()).min(1).max(maxTrays).optional() });
/** the oldest order first */
export const PackBatch = z.object({ orders: z.array(PackOrder) });
export type PackBatch = z.infer<typeof PackBatch>;

export const CreateWarranty = z.object({ order_id: z.int().positive(), line_id: z.int().positive() });
export const Warranty = z.object({
  code: z.string(),
  order_id: z.int(),
  name: z.string(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  created_at: Time,
  valid_until: Time,
  /** 0 if the warranty has ended */
  days_left: z.int(),
  repairs: z.array(z.object({ id: z.int(), at: Time, by: z.string().nullable(), note: z.string() })),
});
export type Warranty = z.infer<typeof Warranty>;
export const WarrantyList = z.array(Warranty);
export const RecordRepair = z.object({ note: SingleLine(500).min(1) });
