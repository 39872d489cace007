import { useState } from "react";
import { useNavigate } from "react-router";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { PackLineData } from "./pack-line.tsx";
import { tickLine } from "./packing-actions.ts";
import { readForeignCode, readOwnCode, type ScanMeaning } from "./read-scan.ts";
import { countWrongScan } from "./wrong-item.tsx";

/** What the packer has to decide before the next scan counts, or the picture that is looked at. */
export type PackQuestion =
  | { kind: "one_more" | "right_item" | "look"; line: PackLineData }
  | Extract<ScanMeaning, { kind: "wrong" }>;

/** Ticks items by their codes, and stops at a wrong one. */
export function usePackScan(order: PackOrder) {
  const t = useTexts();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<PackQuestion | null>(null);
  const [message, setMessage] = useState("");
  const tick = (line: PackLineData) => {
    giveFeedback("match");
    setQuestion(null);
    const left = order.lines.reduce((sum, { ticked, quantity }) => sum + quantity - ticked, 0) - 1;
    setMessage(t("pack.ticked", { name: line.name, option: line.option, left }));
    void tickLine(order, line);
  };
  const react = (meaning: ScanMeaning) => {
    if (meaning.kind === "tick") return tick(meaning.line);
    if (meaning.kind === "one_more") return setQuestion({ kind: "one_more", line: meaning.line });
    if (meaning.kind === "other_order") return void navigate(`/pack/${meaning.id}`);
    if (meaning.kind === "warranty") return void navigate(`/warranties/${meaning.code}`);
    if (meaning.kind === "own") return;
    giveFeedback("wrong");
    if (meaning.kind === "enough")
      return setMessage(t("pack.enough", { quantity: meaning.line.quantity, name: meaning.line.name }));
    countWrongScan();
    setMessage("");
    setQuestion(meaning);
  };
  const scan = async (code: string) => {
    if (question && question.kind !== "look") return;
    setQuestion(null);
    react(readOwnCode(order, code) ?? (await readForeignCode(order, code)));
  };
  return { question, setQuestion, message, tick, scan };
}
