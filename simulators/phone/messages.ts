/** A message to a phone. */
export interface StoredPhoneMessage {
  channel: "zalo" | "sms";
  /** `84…` for Zalo, `0…` for SMS, as received */
  phone: string;
  /** the template's data, or the text */
  text: string;
  code: string;
  receivedAt: string;
}

/** How the services respond, until the next change; without a field as usual. */
export interface PhoneFault {
  /** Zalo's error instead of acceptance, -118 for instance */
  zalo_error?: number;
  /** eSMS's CodeResult instead of acceptance */
  sms_code?: string;
  /** which of them delay their response, and how long */
  slow?: ("zalo" | "sms" | "oauth")[];
  slow_ms?: number;
  /** which of them close the connection without a response */
  dead?: ("zalo" | "sms" | "oauth")[];
}

const digits = (phone: string): string => phone.replace(/\D/g, "").replace(/^84/, "0");

/** The messages that were accepted, the newest first. */
export class PhoneMessages {
  #all: StoredPhoneMessage[] = [];

  add(message: StoredPhoneMessage): void {
    this.#all = [message, ...this.#all].slice(0, 500);
  }

  /** @param phone a part of the number, in either notation; "" for all */
  find(phone: string): StoredPhoneMessage[] {
    const part = digits(phone);
    return this.#all.filter((message) => digits(message.phone).includes(part));
  }

  clear(): void {
    this.#all = [];
  }
}
