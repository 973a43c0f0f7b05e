import { moved, take } from './memory.ts'

const FIRST: i32 = 64

/** A growing list of numbers. */
export class List {
  length: i32 = 0
  private room: i32 = 0
  private from: usize = 0

  /** Empties the list for the next page. */
  reset(): void {
    this.length = 0
    this.room = FIRST
    this.from = take(FIRST << 2)
  }

  /** The address of the numbers in memory. */
  get address(): usize {
    return this.from
  }

  at(index: i32): i32 {
    return load<i32>(this.from + (index << 2))
  }

  set(index: i32, value: i32): void {
    store<i32>(this.from + (index << 2), value)
  }

  get last(): i32 {
    return this.at(this.length - 1)
  }

  push(value: i32): void {
    if (this.length === this.room) {
      this.from = moved(this.from, this.room << 2, this.room << 3)
      this.room <<= 1
    }
    this.set(this.length++, value)
  }

  pop(): i32 {
    return this.at(--this.length)
  }

  /** Returns -1 if the value is not in the list. */
  indexOf(value: i32): i32 {
    for (let index = 0; index < this.length; index++) if (this.at(index) === value) return index
    return -1
  }

  insert(index: i32, value: i32): void {
    this.push(value)
    const place = this.from + (index << 2)
    memory.copy(place + 4, place, (this.length - 1 - index) << 2)
    this.set(index, value)
  }

  remove(index: i32): void {
    const place = this.from + (index << 2)
    memory.copy(place, place + 4, (this.length - 1 - index) << 2)
    this.length--
  }
}
