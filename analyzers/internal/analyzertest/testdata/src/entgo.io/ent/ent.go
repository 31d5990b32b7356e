package ent

type Op uint
